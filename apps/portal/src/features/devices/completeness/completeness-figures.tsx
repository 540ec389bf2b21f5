import { calls, type ListTotal, silentAfterDays } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { readApi, session } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { readAgain } from '../../../shared/api/read-again.ts'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { silentSince } from '../../../shared/list/silent-since.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useCan } from '../../../shared/session/profile.ts'
import type { Tone } from '../../../shared/ui/badge.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import classes from './completeness-lead.module.css'
import { KindLinks } from './kind-links.tsx'

const figureNames = ['gaps', 'explained', 'waiting', 'failed', 'lost', 'silent', 'fewer'] as const

interface FigureProps {
  label: MessageId
  count: ListTotal
  tone: Tone
  /** The list with as many rows; absent for people who may not open it. */
  to?: string | false
  filter?: FilterValues
  children?: ReactNode
}

const Figure = ({ label, count, tone, to, filter = {}, children }: FigureProps) => {
  const t = useText()
  const intl = useIntl()
  const total = intl.formatNumber(count.total)
  const shown = count.is_capped ? t('overview.more_than', { total }) : total
  return (
    <li className={classes.figure} data-tone={count.total > 0 ? tone : 'neutral'}>
      <strong>
        {to && count.total > 0 ? (
          <Link to={to} search={{ filter } as never} className={classes.link}>
            {shown}
          </Link>
        ) : (
          shown
        )}
      </strong>
      <span>{t(label, { count: count.total })}</span>
      {children}
    </li>
  )
}

/** As many as will be shown, so that what stands below does not move on narrow screens. */
const LoadingFigures = () => (
  <div className={classes.figures}>
    {figureNames.map((name) => (
      <Skeleton key={name} className={classes.loading} />
    ))}
  </div>
)

const sumOf = (types: readonly { total: number }[]): ListTotal => ({
  total: types.reduce((sum, { total }) => sum + total, 0),
})

/** How much is missing, waits, failed, is lost and is silent now, in these groups. Each number leads to its list. */
export const CompletenessFigures = ({ groups }: { groups: readonly string[] }) => {
  const t = useText()
  const can = useCan()
  const query = {
    ...(groups.length > 0 && { groups: [...groups] }),
    ...silentSince(String(silentAfterDays), new Date()),
  }
  const { client, support } = session.state()
  const { catalogue, path } = calls.getCompletenessFigures
  const queryKey = ['one', catalogue, path, client, support?.requestReference ?? null, groups]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readApi(calls.getCompletenessFigures, { query, signal, isPortalRead: true }),
    refetchInterval: 60_000,
  })
  useEvents(({ kind }) => {
    if (kind === 'completeness') readAgain(queryClient, queryKey)
  })
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <LoadingFigures />
  const ofGroups = groups.length > 0 ? { groups } : {}
  const gaps = '/dashboard/devices/completeness'
  return (
    <ul className={classes.figures}>
      <Figure
        label="completeness.gaps"
        count={data.gaps}
        tone="bad"
        to={gaps}
        filter={{ ...ofGroups, states: ['open'] }}
      >
        {data.missing > 0 && <small>{t('completeness.missing_count', { count: data.missing })}</small>}
      </Figure>
      <Figure
        label="completeness.explained_gaps"
        count={data.explained}
        tone="neutral"
        to={gaps}
        filter={{ ...ofGroups, states: ['explained'] }}
      />
      {(['waiting', 'failed', 'lost'] as const).map((kind) => (
        <Figure key={kind} label={`completeness.${kind}`} count={sumOf(data[kind])} tone="warn">
          <KindLinks kind={kind} types={data[kind]} groups={groups} />
        </Figure>
      ))}
      <Figure
        label="completeness.silent_devices"
        count={data.silent_devices}
        tone="warn"
        to={can('devices:read') && '/dashboard/devices'}
        filter={{ ...ofGroups, silent_days: String(silentAfterDays) }}
      />
      <Figure
        label="completeness.fewer_devices"
        count={data.people_with_fewer_devices}
        tone="warn"
        to={can('device_users:read') && '/dashboard/devices/users'}
        filter={{ ...ofGroups, has_fewer_devices: 'true' }}
      />
    </ul>
  )
}
