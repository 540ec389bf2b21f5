import { calls, type DeviceCommand, deviceCommandStates, deviceCommandTypes } from '@holdfast/contract'
import { IconSend } from '@tabler/icons-react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { CommandState } from './command-state.tsx'
import { SendCommand } from './send-command.tsx'

const What = ({ command: { command, params } }: { command: DeviceCommand }) => {
  const t = useText()
  return (
    <>
      {t(`command.${command}`)}
      {params.message && <bdi title={params.message}>: {params.message}</bdi>}
    </>
  )
}

const columns: readonly Column<DeviceCommand>[] = [
  {
    id: 'device_reference',
    title: 'device.reference',
    width: 'minmax(7.5rem, 1fr)',
    priority: 1,
    cell: ({ device_reference }) => device_reference,
  },
  {
    id: 'command',
    title: 'command.command',
    width: 'minmax(9rem, 1.5fr)',
    priority: 1,
    cell: (command) => <What command={command} />,
  },
  { id: 'group', title: 'device.group', width: 'minmax(6rem, 1fr)', priority: 3, cell: ({ group }) => group ?? '–' },
  {
    id: 'raised_by',
    title: 'command.raised_by',
    width: 'minmax(7rem, 0.9fr)',
    priority: 3,
    cell: ({ raised_by }) => <Colleague author={raised_by} />,
  },
  {
    id: 'sent_at',
    title: 'command.sent_at',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    cell: ({ sent_at }) => <Moment time={sent_at} />,
  },
  {
    id: 'completed_at',
    title: 'command.completed_at',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 3,
    cell: ({ completed_at }) => (completed_at ? <Moment time={completed_at} /> : '–'),
  },
  {
    id: 'state',
    title: 'command.state',
    width: 'minmax(7.5rem, 1.2fr)',
    priority: 1,
    cell: (command) => <CommandState command={command} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'found', finds: 'device', name: 'device_references', label: 'device.reference' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'device.group' },
  {
    kind: 'choices',
    name: 'commands',
    label: 'command.command',
    options: deviceCommandTypes.map((value) => ({ value, label: `command.${value}` as const })),
  },
  {
    kind: 'choices',
    name: 'states',
    label: 'command.state',
    options: deviceCommandStates.map((value) => ({ value, label: `command.state_${value}` as const })),
  },
  { kind: 'texts', name: 'raised_by', label: 'command.raised_by' },
]

const source = { call: calls.listCommands, fields, hasPeriod: true }

export const prefetch = prefetchList(() => source)

/** What devices were told to do, and what came of it. */
export default function CommandsPage() {
  const can = useCan()
  return (
    <ListPage
      title="page.commands"
      {...source}
      columns={columns}
      keyOf={({ command_reference }) => command_reference}
      linkOf={({ device_reference }) => `/dashboard/devices/${encodeURIComponent(device_reference)}`}
      mainAction={can('devices:command') && <SendCommand />}
      empty={{ icon: IconSend, title: 'command.empty', body: 'command.empty_body' }}
      isChangedBy={({ kind }) => kind === 'device'}
    />
  )
}
