import { calls, type DeviceUser } from '@holdfast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { readApi } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { useText } from '../../shared/i18n/text.ts'
import { LatestRecordings } from '../../shared/recordings/latest-recordings.tsx'
import { RecordingsByService } from '../../shared/recordings/recordings-by-service.tsx'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan } from '../../shared/session/profile.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DeviceUserStatus } from './device-user-status.tsx'
import { DevicesOfUser } from './devices-of-user.tsx'

const deviceUserQuery = (device_user_reference: string) =>
  queryOptions<DeviceUser>({
    queryKey: ['device-user', device_user_reference],
    queryFn: ({ signal }) => readApi(calls.getDeviceUser, { params: { device_user_reference }, signal }),
  })

export const prefetch: Prefetch = ({ params: { device_user_reference = '' } }) =>
  void queryClient.prefetchQuery(deviceUserQuery(device_user_reference))

/** A person who carries devices: their devices and latest recordings. */
export default function DeviceUserPage() {
  const t = useText()
  const can = useCan()
  const { device_user_reference: reference = '' } = useParams({ strict: false })
  const { data: user, error, refetch } = useQuery(deviceUserQuery(reference))
  const failure = errorInstead(error, user)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!user) return <PageSkeleton />
  const name = [user.first_name, user.surname].filter(Boolean).join(' ')
  const moment = (time: string | null) => time && <Moment time={time} />
  return (
    <>
      <PageHeader title={name || user.device_user_reference}>
        <DeviceUserStatus user={user} />
      </PageHeader>
      <DetailColumns
        isFactsFirst
        main={
          <>
            {can('payloads:read') && (
              <RecordingsByService of={{ device_user_references: [user.device_user_reference] }} />
            )}
            {can('devices:read') && <DevicesOfUser reference={user.device_user_reference} />}
            {can('payloads:read') && (
              <LatestRecordings
                title={t('user.recordings')}
                empty={t('user.no_recordings')}
                call={calls.listDeviceUserPayloads}
                params={{ device_user_reference: user.device_user_reference }}
              />
            )}
          </>
        }
        side={
          <Panel>
            <Facts
              title={t('user.about')}
              facts={[
                { label: t('user.reference'), value: user.device_user_reference, copy: user.device_user_reference },
                { label: t('user.email'), value: user.email, copy: user.email },
                { label: t('user.group'), value: user.group, copy: user.group },
                {
                  label: t('user.services'),
                  value: user.services.map((service) => t(`service.${service}`)).join(', '),
                },
                { label: t('user.expected'), value: user.expected_device_count },
                { label: t('user.onboarded'), value: moment(user.onboard_date) },
                { label: t('user.offboarded'), value: moment(user.offboard_date) },
              ]}
            />
          </Panel>
        }
      />
    </>
  )
}
