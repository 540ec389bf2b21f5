import { calls, type DeviceUser } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { WaitingChanges } from '../../shared/access/waiting-changes.tsx'
import { trailOf } from '../../shared/activities/trail-of.ts'
import { errorInstead } from '../../shared/api/api-error.ts'
import { CompletenessPanel } from '../../shared/completeness/completeness-panel.tsx'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { HoldsPanel } from '../../shared/legal-holds/holds-panel.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { BetweenPanel } from '../../shared/recordings/between.tsx'
import { LatestRecordings } from '../../shared/recordings/latest-recordings.tsx'
import { RecordingsByService } from '../../shared/recordings/recordings-by-service.tsx'
import { ReportLinks } from '../../shared/reports/report-links.tsx'
import { useCan } from '../../shared/session/profile.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { useFocusKept } from '../../shared/ui/use-focus-kept.ts'
import { DeviceUserFacts } from './device-user-facts.tsx'
import { DeviceUserStatus } from './device-user-status.tsx'
import { DevicesOfUser } from './devices-of-user.tsx'
import { EnrolmentPanel } from './enrolment/enrolment-panel.tsx'
import { BringBackPanel, OffboardPanel } from './onboarding-panel.tsx'
import { personName } from './person-name.ts'
import { PersonalNumbersPanel } from './personal-numbers/personal-numbers-panel.tsx'

export const prefetch = prefetchLoaded(calls.getDeviceUser)

const noFilter = {}

/** A person who carries devices: their devices and latest recordings, and what can be done about them. */
export default function DeviceUserPage() {
  const t = useText()
  const can = useCan()
  const { device_user_reference: reference = '' } = useParams({ strict: false })
  const { data: user, error, refetch } = useLoaded(calls.getDeviceUser, { device_user_reference: reference })
  const devices = useList({
    call: calls.listDeviceUserDevices,
    params: { device_user_reference: reference },
    filter: noFilter,
    isEnabled: can('devices:read') && user !== undefined,
  })
  useEvents((event) => {
    if (event.kind === 'device_user' && event.reference === reference)
      readItemAgain(calls.getDeviceUser, { device_user_reference: reference })
    // A device that authenticates for the person is not in the list yet.
    if (event.kind === 'device' && event.group === user?.group) devices.readAgain()
  })
  useFocusKept(user?.is_active)
  const failure = errorInstead(error, user)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!user) return <PageSkeleton />
  const mayChange = can('device_users:write')
  const isCounted = can('devices:read') && !devices.isLoading && !devices.error
  const onChanged = () => void refetch()
  return (
    <>
      <DeviceUserHeader user={user} />
      <WaitingChanges kind="device_user" subject={reference} mb="md" />
      <DetailColumns
        isFactsFirst
        main={
          <>
            {can('payloads:read') && <RecordingsByService of={{ device_user_references: [reference] }} />}
            {can('payloads:read') && <BetweenPanel person={reference} />}
            {can('devices:read') && (
              <DevicesOfUser
                devices={devices}
                expected={user.expected_device_count}
                addsFor={user.is_active && can('devices:add') ? reference : null}
              />
            )}
            <CompletenessPanel of={{ device_user_reference: reference }} />
            {can('payloads:read') && (
              <LatestRecordings
                title={t('user.recordings')}
                empty={t('user.no_recordings')}
                call={calls.listDeviceUserPayloads}
                params={{ device_user_reference: reference }}
              />
            )}
          </>
        }
        side={
          <>
            <DeviceUserFacts user={user} />
            <ReportLinks of={{ device_user_reference: reference }} />
            {mayChange && user.is_active && can('enrolment:read') && <EnrolmentPanel user={user} />}
            <HoldsPanel person={reference} />
            {can('personal_numbers:read') && <PersonalNumbersPanel person={reference} />}
            {mayChange &&
              (user.is_active ? (
                <OffboardPanel
                  user={user}
                  devices={isCounted ? (devices.total ?? devices.rows.length) : undefined}
                  onChanged={onChanged}
                />
              ) : (
                <BringBackPanel user={user} onChanged={onChanged} />
              ))}
          </>
        }
      />
    </>
  )
}

/** The name and state of a person, and what leads from here. */
const DeviceUserHeader = ({ user }: { user: DeviceUser }) => {
  const t = useText()
  const can = useCan()
  const { device_user_reference: reference } = user
  return (
    <PageHeader title={personName(user)}>
      <DeviceUserStatus user={user} />
      {can('audit:read') && (
        <LinkButton
          variant="default"
          to="/dashboard/account/audit"
          search={trailOf({ kind: 'device_user', reference }).search as never}
        >
          {t('activities.on_trail')}
        </LinkButton>
      )}
      {can('device_users:write') && (
        <LinkButton
          to="/dashboard/devices/users/$device_user_reference/edit"
          params={{ device_user_reference: reference }}
        >
          {t('form.edit')}
        </LinkButton>
      )}
    </PageHeader>
  )
}
