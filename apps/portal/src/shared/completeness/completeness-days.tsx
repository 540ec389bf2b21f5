import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorInstead } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { useText } from '../i18n/text.ts'
import { useEvents } from '../live/use-events.ts'
import { ErrorState } from '../ui/error-state.tsx'
import classes from './completeness-calendar.module.css'
import { CompletenessCalendar } from './completeness-calendar.tsx'
import { type CompletenessScope, completenessDaysQuery } from './completeness-scope.ts'

/** The last weeks of a device, person, group or account, kept up to date. */
export const CompletenessDays = ({ of }: { of: CompletenessScope }) => {
  const t = useText()
  const query = completenessDaysQuery(of)
  const { data, error, refetch } = useQuery({ ...query, refetchInterval: 60_000 })
  useEvents(({ kind }) => {
    if (kind === 'completeness') readAgain(queryClient, query.queryKey)
  })
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={330} />
  return (
    <>
      <CompletenessCalendar label={t('completeness.calendar')} days={data.days} of={of} />
      <p className={classes.note}>
        {t('completeness.utc_days')} {data.is_capped && t('completeness.capped')}
      </p>
    </>
  )
}
