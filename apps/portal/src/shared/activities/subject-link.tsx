import type { Action, ActivitySubject } from '@holdfast/contract'
import { Link } from '@tanstack/react-router'
import { addressOf } from '../access/addresses.ts'
import { useText } from '../i18n/text.ts'
import { PartiesText } from '../recordings/parties-text.tsx'
import { partiesOf } from '../recordings/people.ts'
import { recordingScreens } from '../recordings/recording-screens.ts'
import { useCan } from '../session/profile.ts'
import { Moment } from '../ui/moment.tsx'
import classes from './subject-link.module.css'

interface Screen {
  action: Action
  address: (reference: string) => string
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
    address: (reference) => `/dashboard/devices/users/${encodeURIComponent(reference)}`,
  },
  support_access: {
    action: 'support_access:read',
    address: (reference) => `/dashboard/account/support-access/${encodeURIComponent(reference)}`,
  },
  access_request: {
    action: 'roles:read',
    address: (reference) => `/dashboard/access/requests/${encodeURIComponent(reference)}`,
  },
}

interface SubjectLinkProps {
  subject: ActivitySubject
  /** Whether its reference stands beside it. */
  hasReference?: boolean
}

/** What an entry of the trail is about, with a link to its screen if the person may open it. */
export const SubjectLink = ({ subject, hasReference = false }: SubjectLinkProps) => {
  const t = useText()
  const can = useCan()
  const { kind, reference } = subject
  if (kind === 'payload') return <RecordingLink subject={subject} hasReference={hasReference} />
  const screen = screens[kind]
  const name = kind === 'support_access' || kind === 'access_request' ? t(`subject.${kind}`) : reference
  if (!screen || !can(screen.action)) return <span title={t(`subject.${kind}`)}>{name}</span>
  return (
    <Link to={screen.address(reference)} className={classes.link} title={t(`subject.${kind}`)}>
      {name}
    </Link>
  )
}

/** Tells recordings of the same kind and minute apart. */
const endingCharacters = 5

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
