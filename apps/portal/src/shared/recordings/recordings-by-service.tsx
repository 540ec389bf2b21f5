import { calls, type PayloadType, payloadTypes, type UserProfile } from '@holdfast/contract'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { session } from '../api/client.ts'
import { type MessageId, useText } from '../i18n/text.ts'
import { countRows } from '../list/list-queries.ts'
import { useProfile } from '../session/profile.ts'
import { shownTypes } from '../session/profile-of-portal.ts'
import { Panel } from '../ui/panel.tsx'
import { recordingScreens } from './recording-screens.ts'
import classes from './recordings-by-service.module.css'

/** Messages are listed as conversations, so those are counted. */
const services = [
  { path: '/dashboard/services/all', title: 'page.all' },
  { path: '/dashboard/services/calls', title: 'page.calls' },
  { path: '/dashboard/services/messages', title: 'conversations.view_conversations' },
  { path: '/dashboard/services/photos', title: 'page.photos' },
  { path: '/dashboard/services/videos', title: 'page.videos' },
  { path: '/dashboard/services/interviews', title: 'page.interviews' },
  { path: '/dashboard/services/diagnostics', title: 'page.diagnostics' },
] as const satisfies readonly { path: string; title: MessageId }[]

type ServicePath = (typeof services)[number]['path']

const screenOf = (type: PayloadType): string => recordingScreens[type] ?? '/dashboard/services/diagnostics/'

const typesOf = (path: ServicePath, profile: UserProfile): PayloadType[] => {
  const shown = shownTypes(payloadTypes, profile).filter((type) => profile.payload_types.includes(type))
  // Diagnostics are not among all kinds.
  if (path === '/dashboard/services/all') return shown.filter((type) => recordingScreens[type] !== null)
  return shown.filter((type) => screenOf(type).startsWith(`${path}/`))
}

/** Whose recordings these are, or with which number as the other party, which only calls and messages have. */
type Of = { device_user_references: [string] } | { device_references: [string] } | { numbers: [string] }

const servicesWithNumbers: readonly ServicePath[] = [
  '/dashboard/services/all',
  '/dashboard/services/calls',
  '/dashboard/services/messages',
]

const count = (path: ServicePath, of: Of, payload_types: PayloadType[], signal: AbortSignal) =>
  path === '/dashboard/services/messages'
    ? countRows({ call: calls.listConversations, filter: of }, signal)
    : countRows({ call: calls.listPayloads, filter: { ...of, payload_types } }, signal)

/** Links to all recordings of a person or a device, or with a phone number, by service, with how many there are. */
export const RecordingsByService = ({ of }: { of: Of }) => {
  const t = useText()
  const intl = useIntl()
  const { profile } = useProfile()
  const { client, support } = session.state()
  const offered = 'numbers' in of ? services.filter(({ path }) => servicesWithNumbers.includes(path)) : services
  const shown = offered.flatMap(({ path, title }) => {
    const types = profile ? typesOf(path, profile) : []
    return types.length > 0 ? [{ path, title, types }] : []
  })
  const counts = useQueries({
    queries: shown.map(({ path, types }) => ({
      queryKey: ['recordings-by-service', client, support?.requestReference ?? null, path, of, types],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(path, of, types, signal),
      staleTime: 60_000,
    })),
  })
  if (shown.length === 0) return null
  return (
    <Panel title={t('numbers' in of ? 'recordings.with_number' : 'recordings.all')}>
      <ul className={classes.services}>
        {shown.map(({ path, title }, place) => {
          const counted = counts[place]?.data
          return (
            <li key={path}>
              <Link to={path} search={{ filter: of }} className={classes.service} data-empty={counted?.total === 0}>
                {t(title)}
                <span className={`${classes.count} numeric`}>
                  {counted && `${intl.formatNumber(counted.total)}${counted.is_capped ? '+' : ''}`}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
