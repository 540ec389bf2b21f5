import type { Action, ActivitySubject } from '@holdfast/contract'
import { partiesOf, type Translate } from '@holdfast/words'
import { Link } from '@tanstack/react-router'
import { addressOf } from '../access/addresses.ts'
import { useText } from '../i18n/text.ts'
import type { FilterValues } from '../list/list-search.ts'
import { PartiesText } from '../recordings/parties-text.tsx'
import { recordingScreens } from '../recordings/recording-screens.ts'
import { useCan } from '../session/profile.ts'
import { Moment } from '../ui/moment.tsx'
import classes from './subject-link.module.css'
import { trailOf } from './trail-of.ts'

interface Screen {
  action: Action
  address: (reference: string) => string
  /** Of a list, which is filtered by it. */
  search?: (reference: string) => { filter: FilterValues }
}

/** Kinds with a screen of their own. */
const screens: Partial<Record<ActivitySubject['kind'], Screen>> = {
  role: { action: 'roles:read', address: (reference) => addressOf('roles', reference) },
  group: { action: 'groups:read', address: (reference) => addressOf('groups', reference) },
  tag: { action: 'tags:read', address: (reference) => addressOf('tags', reference) },
  app: { action: 'apps:read', address: (reference) => addressOf('apps', reference) },
  device: { action: 'devices:read', address: (reference) => `/dashboard/devices/${encodeURIComponent(reference)}` },
  device_user: {
    action: 'device_users:read',
    address: (reference) => addressOf('users', reference),
  },
  portal_user: {
    action: 'roles:read',
    address: () => '/dashboard/access/people',
    search: (search) => ({ filter: { search } }),
  },
  support_access: {
    action: 'support_access:read',
    address: (reference) => `/dashboard/account/support-access/${encodeURIComponent(reference)}`,
  },
  access_request: {
    action: 'roles:read',
    address: (reference) => `/dashboard/access/requests/${encodeURIComponent(reference)}`,
  },
  // Reports have no screen of their own; their list is short.
  report: { action: 'reports:read', address: () => '/dashboard/reports' },
  review_queue: {
    action: 'reviews:manage',
    address: (reference) => `/dashboard/reviews/queues/${encodeURIComponent(reference)}`,
  },
  completeness_statement: {
    action: 'completeness:read',
    address: (reference) => `/dashboard/devices/completeness/statements/${encodeURIComponent(reference)}`,
  },
  carrier_import: {
    action: 'carrier_imports:read',
    address: (reference) => `/dashboard/devices/carrier-records/imports/${encodeURIComponent(reference)}`,
  },
  carrier_record: {
    action: 'carrier_records:read',
    address: (reference) => `/dashboard/devices/carrier-records/${encodeURIComponent(reference)}`,
  },
  matter: {
    action: 'matters:read',
    address: (reference) => `/dashboard/account/legal-holds/matters/${encodeURIComponent(reference)}`,
  },
  alert: {
    action: 'alerts:read',
    address: (reference) => `/dashboard/account/alerts/${encodeURIComponent(reference)}`,
  },
  role_draft: {
    action: 'roles:read',
    address: (reference) => `/dashboard/access/role-drafts/${encodeURIComponent(reference)}`,
  },
}

interface SubjectLinkProps {
  subject: ActivitySubject
  /** Whether its reference stands beside it. */
  hasReference?: boolean
}

/** A subject of which nothing is known but its reference. */
export const subjectOf = (kind: ActivitySubject['kind'], reference: string): ActivitySubject => ({
  kind,
  reference,
  name: null,
  payload: null,
  recorded: null,
})

/**
 * What an entry of the trail is about, with a link to its screen if the person may open it. A support visit whose request they may not
 * open leads to what the trail has of it.
 */
export const SubjectLink = ({ subject, hasReference = false }: SubjectLinkProps) => {
  const t = useText()
  const can = useCan()
  const { kind, reference } = subject
  if (kind === 'payload') return <RecordingLink subject={subject} hasReference={hasReference} />
  const screen = screens[kind]
  const name = nameOf(subject, hasReference, t)
  const title = subject.name === null ? t(`subject.${kind}`) : `${t(`subject.${kind}`)} ${reference}`
  const target =
    screen && can(screen.action)
      ? { to: screen.address(reference), ...(screen.search && { search: screen.search(reference) }) }
      : kind === 'support_access' && can('audit:read') && trailOf(subject)
  if (!target) {
    return <bdi title={title}>{name}</bdi>
  }
  return (
    <Link {...target} className={classes.link} title={title}>
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Tells recordings of the same kind and minute apart, and what has a number as its reference. */
const endingCharacters = 5

/** Their references are numbers that nobody knows. */
const numbered: ReadonlySet<ActivitySubject['kind']> = new Set([
  'role_draft',
  'report',
  'review_queue',
  'completeness_statement',
  'carrier_import',
  'carrier_record',
  'alert',
])

/** Requests have no name, so they are called what they are. So is what has a number, with the end of it, unless its name is known. */
const nameOf = ({ kind, reference, name }: ActivitySubject, hasReference: boolean, t: Translate): string => {
  if (kind === 'support_access' || kind === 'access_request') return t(`subject.${kind}`)
  if (numbered.has(kind) && name === null && !hasReference)
    return `${t(`subject.${kind}`)} …${reference.slice(-endingCharacters)}`
  return name ?? reference
}

/** Kind, parties and time of a recording that the person may see; of others at most kind and time, and how its reference ends. */
const RecordingLink = ({ subject: { reference, payload, recorded }, hasReference }: Required<SubjectLinkProps>) => {
  const t = useText()
  if (!payload) {
    const hidden = t('activities.hidden_recording')
    return (
      <span className={classes.hidden} title={recorded ? `${hidden}: ${reference}` : reference}>
        {recorded ? (
          <>
            {t(`kind.${recorded.payload_type}`)} <Moment time={recorded.payload_time} />
          </>
        ) : (
          hidden
        )}{' '}
        {!hasReference && <span className={classes.ending}>…{reference.slice(-endingCharacters)}</span>}
      </span>
    )
  }
  const { payload_type, payload_time, meta } = payload
  const screen = recordingScreens[payload_type]
  const words = (
    <>
      {t(`kind.${payload_type}`)} {partiesOf(payload).length > 0 && <PartiesText payload={payload} />}{' '}
      <Moment time={payload_time} timezone={meta.timezone} localTime={meta.local_time} />
    </>
  )
  if (!screen) return <span>{words}</span>
  return (
    <Link to={screen} params={{ payload_reference: reference }} className={classes.link}>
      {words}
    </Link>
  )
}
