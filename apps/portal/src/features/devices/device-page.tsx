import { calls } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { OpenAlerts } from '../../shared/alerts/open-alerts.tsx'
import { errorInstead } from '../../shared/api/api-error.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { readAgain } from '../../shared/api/read-again.ts'
import { CompletenessPanel } from '../../shared/completeness/completeness-panel.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { LatestRecordings } from '../../shared/recordings/latest-recordings.tsx'
import { RecordingsByService } from '../../shared/recordings/recordings-by-service.tsx'
import { ReportLinks } from '../../shared/reports/report-links.tsx'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan } from '../../shared/session/profile.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { useFocusKept } from '../../shared/ui/use-focus-kept.ts'
import { BlockedDevice } from './blocked-device.tsx'
import { DeviceCommandsPanel } from './commands/device-commands-panel.tsx'
import { SendCommand } from './commands/send-command.tsx'
import { DeactivatedDevice } from './deactivated-device.tsx'
import { DeviceAccess } from './device-access.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceNumbers } from './device-numbers.tsx'
import { deviceQuery } from './device-query.ts'
import { DeviceStatus } from './device-status.tsx'
import { DeviceHistoryPanel } from './history/device-history-panel.tsx'
import { RemoveDevice } from './remove-device.tsx'
import { RemovedDevice } from './removed-device.tsx'
import { SharedSerial } from './shared-serial.tsx'
import { DeviceTelemetryPanel } from './telemetry/device-telemetry-panel.tsx'

export const prefetch: Prefetch = ({ params: { device_reference = '' } }) =>
  void queryClient.prefetchQuery(deviceQuery(device_reference))

/** A device: who carries it, its numbers, its latest recordings, its history, and facts. */
export default function DevicePage() {
  const t = useText()
  const can = useCan()
  const { device_reference: reference = '' } = useParams({ strict: false })
  const { data: device, error, refetch } = useQuery(deviceQuery(reference))
  useEvents(({ kind, reference: changed }) => {
    if (kind === 'device' && changed === reference) readAgain(queryClient, deviceQuery(reference).queryKey)
  })
  useFocusKept(
    device && `${device.is_blocked} ${device.is_deactivated} ${device.removed_at} ${device.shared_serial_since}`,
  )
  const failure = errorInstead(error, device)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!device) return <PageSkeleton />
  const mayChange = can('devices:deactivate')
  const isRemoved = device.removed_at !== null
  const name = [device.first_name, device.surname].filter(Boolean).join(' ')
  return (
    <>
      <PageHeader title={device.model ?? device.device_reference} note={name || undefined}>
        <DeviceStatus device={device} />
        {can('devices:command') && !device.is_blocked && !isRemoved && <SendCommand device={device.device_reference} />}
      </PageHeader>
      {device.is_blocked && <BlockedDevice device={device} isReadOnly={!mayChange} />}
      {isRemoved && <RemovedDevice device={device} />}
      {device.shared_serial_since && <SharedSerial device={device} isReadOnly={!mayChange} />}
      {device.is_deactivated && !isRemoved && <DeactivatedDevice device={device} />}
      <DetailColumns
        isFactsFirst
        main={
          <>
            <DeviceNumbers device={device} />
            <CompletenessPanel of={{ device_reference: device.device_reference }} />
            {can('payloads:read') && (
              <>
                <RecordingsByService of={{ device_references: [device.device_reference] }} />
                <LatestRecordings
                  title={t('device.recordings')}
                  empty={t('device.no_recordings')}
                  call={calls.listDevicePayloads}
                  params={{ device_reference: device.device_reference }}
                />
              </>
            )}
            <DeviceTelemetryPanel device_reference={device.device_reference} />
            <DeviceHistoryPanel device_reference={device.device_reference} />
          </>
        }
        side={
          <>
            <Panel>
              <DeviceFacts device={device} />
            </Panel>
            <OpenAlerts about={device.device_reference} />
            <ReportLinks of={{ device_reference: device.device_reference }} />
            <DeviceCommandsPanel device_reference={device.device_reference} />
            {mayChange && <DeviceAccess device={device} />}
            {can('devices:delete') && !isRemoved && <RemoveDevice device={device} />}
          </>
        }
      />
    </>
  )
}
