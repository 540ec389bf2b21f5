import { calls } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { ProblemBadges } from '../../../shared/telemetry/problem-badges.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { DeviceApplications } from './device-applications.tsx'
import classes from './device-telemetry.module.css'
import { TelemetryCards } from './telemetry-cards.tsx'
import { TelemetryHistory } from './telemetry-history.tsx'

const noFilter = {}

/** What a device reported about itself last, how it was before, and the applications on it. */
export const DeviceTelemetryPanel = ({ device_reference }: { device_reference: string }) => {
  const can = useCan()
  return can('telemetry:read') ? <Telemetry device_reference={device_reference} /> : null
}

const Telemetry = ({ device_reference }: { device_reference: string }) => {
  const t = useText()
  const params = useMemo(() => ({ device_reference }), [device_reference])
  const { rows, isLoading, error, reload } = useList({
    call: calls.listDeviceTelemetry,
    params,
    filter: noFilter,
    pageRows: 1,
    portalReads: 'first_page',
  })
  const [latest] = rows
  return (
    <Panel
      title={t('telemetry.state')}
      action={
        latest && (
          <span className={classes.when}>
            {t('telemetry.reported_at')} <Moment time={latest.reported_at} timezone={latest.timezone ?? undefined} />
          </span>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height="12rem" radius="md" />}
      {!isLoading && !error && !latest && <p className={classes.none}>{t('telemetry.device_has_none')}</p>}
      {latest && (
        <>
          {latest.problems.length > 0 && <ProblemBadges problems={latest.problems} />}
          <TelemetryCards report={latest} />
          {latest.application_count > 0 && (
            <DeviceApplications key={device_reference} params={params} count={latest.application_count} />
          )}
          <TelemetryHistory params={params} />
        </>
      )}
    </Panel>
  )
}
