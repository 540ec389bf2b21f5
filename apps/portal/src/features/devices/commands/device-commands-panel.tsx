import { calls } from '@holdfast/contract'
import { Group, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { CommandState } from './command-state.tsx'
import classes from './device-commands-panel.module.css'

const shown = 5
const noFilter = {}

/** What a device was told to do lately, and what came of it. */
export const DeviceCommandsPanel = ({ device_reference }: { device_reference: string }) => {
  const t = useText()
  const params = useMemo(() => ({ device_reference }), [device_reference])
  const { rows, isLoading, error, reload, readAgain } = useList({
    call: calls.listDeviceCommands,
    params,
    filter: noFilter,
    pageRows: shown,
    portalReads: 'first_page',
  })
  useEvents(({ kind, reference }) => {
    if (kind === 'device' && reference === device_reference) readAgain()
  }, reload)
  return (
    <Panel title={t('page.commands')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton className={classes.waiting} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('command.device_has_none')}</p>}
      <ul className={classes.commands}>
        {rows.map((command) => (
          <li key={command.command_reference} className={classes.command}>
            <div className={classes.what}>
              <span>{t(`command.${command.command}`)}</span>
              <span>
                <CommandState command={command} />
              </span>
            </div>
            <div className={classes.details}>
              <Moment time={command.sent_at} />, <Colleague author={command.raised_by} />
            </div>
            {command.params.message && <bdi className={classes.details}>{command.params.message}</bdi>}
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        {rows.length > 0 && (
          <LinkButton
            size="xs"
            variant="subtle"
            to="/dashboard/devices/commands"
            search={{ filter: { device_references: [device_reference] } } as never}
          >
            {t('command.all_of_device')}
          </LinkButton>
        )}
      </Group>
    </Panel>
  )
}
