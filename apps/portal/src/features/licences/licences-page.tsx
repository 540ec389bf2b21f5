import { calls } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchItem, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { GroupsUse } from './groups-use.tsx'
import { MonthsUse } from './months-use.tsx'
import { nearestFirst } from './nearest-limit.ts'
import { ServicesUse } from './services-use.tsx'

const noParams = {}

export const prefetch: Prefetch = () => prefetchItem(calls.getLicences, noParams)

/** The account's licence limits: how many are in use now, by month and by group, and when they will be exhausted. */
export default function LicencesPage() {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useLoaded(calls.getLicences, noParams)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const use = nearestFirst(data.use)
  return (
    <>
      <PageHeader title={t('page.licences')} />
      <Stack>
        <Text size="sm" c="dimmed">
          {t(data.version === 0 ? 'licences.not_limited' : 'licences.lead')}
        </Text>
        <ServicesUse use={use} />
        <MonthsUse use={use} />
        {can('groups:read') && <GroupsUse services={use.flatMap((one) => (one.used > 0 ? one.service : []))} />}
      </Stack>
    </>
  )
}
