import { calls, type PayloadCounts } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { readApi } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { datesOfCall } from '../../../shared/list/period.ts'
import { useLiveReload } from '../../../shared/live/use-live-reload.ts'
import type { Prefetch } from '../../../shared/screens/page-module.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { ChartOrTable, type ChartView } from '../../../shared/ui/chart-or-table.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { isInOtherTimezone, personTimezone } from '../../../shared/ui/person-timezone.ts'
import { DayTable } from './day-table.tsx'
import { ServiceCard } from './service-card.tsx'
import { exceptionPeriod, servicesOf } from './service-counts.ts'
import classes from './services-page.module.css'

/** The same exceptions are counted as the lists show for that period, which begins in the person's time zone. */
const countsQuery = queryOptions({
  queryKey: ['payload-counts'],
  queryFn: ({ signal }): Promise<PayloadCounts> => {
    const { date_from } = datesOfCall({ period: exceptionPeriod }, new Date())
    return readApi(calls.getPayloadCounts, {
      query: { timezone: personTimezone(), ...(date_from && { since: date_from }) },
      signal,
    })
  },
})

export const prefetch: Prefetch = () => void queryClient.prefetchQuery(countsQuery)

const placeholders = ['calls', 'messages', 'photos', 'videos', 'interviews', 'comments']

/** What came of each kind of recording, and what needs a look. */
export default function ServicesPage() {
  const t = useText()
  const { profile } = useProfile()
  const [view, setView] = useState<ChartView>('chart')
  const { data, error, refetch } = useQuery(countsQuery)
  useLiveReload(countsQuery.queryKey, ({ kind }) => kind === 'payload' || kind === 'comment')
  const failure = errorInstead(error, data)
  const services = data && profile ? servicesOf(data, profile) : null
  return (
    <>
      <PageHeader title={t('page.services')}>
        <ChartOrTable value={view} onChange={setView} />
      </PageHeader>
      <p className={classes.about}>{t('services.about')}</p>
      {data && isInOtherTimezone(data.timezone) && <p className={classes.about}>{t('overview.utc_days')}</p>}
      {failure && <ErrorState error={failure} onRetry={() => void refetch()} />}
      {!failure && (
        <div className={classes.cards}>
          {data && services
            ? services.map((service) => (
                <ServiceCard key={service.name} service={service} dates={data.dates} hasChart={view === 'chart'} />
              ))
            : placeholders.map((name) => <Skeleton key={name} height={272} radius="lg" />)}
        </div>
      )}
      {data && services && view === 'table' && <DayTable services={services} dates={data.dates} />}
    </>
  )
}
