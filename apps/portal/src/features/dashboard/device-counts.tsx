import { calls, type Dashboard } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { readApi, session } from '../../shared/api/client.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { useLiveReload } from '../../shared/live/use-live-reload.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './dashboard-page.module.css'
import { Versions } from './versions.tsx'

interface CountCardProps {
  title: MessageId
  figure: number
  unit: MessageId
  parts: readonly (readonly [MessageId, number])[]
}

const CountCard = ({ title, figure, unit, parts }: CountCardProps) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Panel title={t(title)}>
      <p className={classes.figure}>
        {intl.formatNumber(figure)}
        <span className={classes.unit}>{t(unit)}</span>
      </p>
      <dl className={classes.parts}>
        {parts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{intl.formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const cards = ['devices', 'users', 'app versions', 'os versions']

export const deviceCountsQuery = () => {
  const { client, support } = session.state()
  return queryOptions({
    queryKey: ['dashboard', client, support?.requestReference ?? null],
    queryFn: ({ signal }): Promise<Dashboard> => readApi(calls.getDashboard, { signal }),
  })
}

/** Devices and device users by state, and the app versions in use. */
export const DeviceCounts = () => {
  const { data, error, refetch } = useQuery(deviceCountsQuery())
  useLiveReload(deviceCountsQuery().queryKey, ({ kind }) => kind === 'device')
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div className={classes.cards} aria-hidden>
        {cards.map((card) => (
          <Skeleton key={card} height={222} radius="lg" />
        ))}
      </div>
    )
  }
  const { devices, users } = data
  return (
    <div className={classes.cards}>
      <CountCard
        title="overview.devices"
        figure={devices.activated + devices.legacyActivated}
        unit="overview.devices_active"
        parts={[
          ['overview.activated', devices.activated],
          ['overview.pending', devices.pending],
          ['overview.deactivated', devices.deactivated],
          ['overview.legacy_activated', devices.legacyActivated],
          ['overview.legacy_deactivated', devices.legacyDeactivated],
        ]}
      />
      <CountCard
        title="overview.users"
        figure={users.onboarded + users.legacyOnboarded}
        unit="overview.users_onboarded"
        parts={[
          ['overview.onboarded', users.onboarded],
          ['overview.offboarded', users.offboarded],
          ['overview.legacy_onboarded', users.legacyOnboarded],
          ['overview.legacy_offboarded', users.legacyOffboarded],
        ]}
      />
      <Versions title="overview.app_versions" kind="app" versions={data.app_versions} />
      <Versions title="overview.os_versions" kind="os" versions={data.os_versions} />
    </div>
  )
}
