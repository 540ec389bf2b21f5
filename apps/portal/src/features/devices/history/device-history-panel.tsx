import { calls, type DeviceChange } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { NamedColleague } from '../../../shared/found/named-person.tsx'
import { useNames } from '../../../shared/found/use-names.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { changeInWords, peopleIn } from './change-in-words.ts'
import classes from './device-history-panel.module.css'
import { stepsOf } from './history-steps.ts'

const shown = 25
const noFilter = {}

/** What changed of a device, when, by whom and why, the newest first. */
export const DeviceHistoryPanel = ({ device_reference }: { device_reference: string }) => {
  const t = useText()
  const params = useMemo(() => ({ device_reference }), [device_reference])
  const list = useList({
    call: calls.listDeviceHistory,
    params,
    filter: noFilter,
    pageRows: shown,
    portalReads: 'first_page',
  })
  const { rows, isLoading, error, reload, readAgain } = list
  useEvents(({ kind, reference }) => {
    if (kind === 'device' && reference === device_reference) readAgain()
  }, reload)
  const nameOf = useNames(peopleIn(rows))
  return (
    <Panel title={t('device.history')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton className={classes.waiting} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('device.no_history')}</p>}
      <ol className={classes.steps}>
        {stepsOf(rows).map(({ first, changes }) => (
          <li key={first.change_id} className={classes.step}>
            <div className={classes.when}>
              <Moment time={first.changed_at} />, <ChangedBy change={first} />
            </div>
            <ul className={classes.changes}>
              {changes.map((change) => (
                <li key={change.change_id}>
                  <bdi>{changeInWords({ t, nameOf }, change)}</bdi>
                </li>
              ))}
            </ul>
            {first.reason !== null && <bdi className={classes.reason}>{first.reason}</bdi>}
          </li>
        ))}
      </ol>
      <ShowMore list={list} mt="sm" />
    </Panel>
  )
}

const ChangedBy = ({ change: { changed_by, device_reference } }: { change: DeviceChange }) => {
  const t = useText()
  if (changed_by === device_reference) return t('device.changed_by_device')
  return changed_by === 'system' ? t('device.changed_by_system') : <NamedColleague reference={changed_by} />
}
