import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { DeviceReference, GroupReference, text, Ulid, UserReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { transitions } from './transitions.ts'

/** `DeviceCommandType` (rules-and-calls section 4), and `allow_uninstall`, which the schema names in addition. */
export const deviceCommandTypes = [
  'sync_data',
  'diagnostics_upload',
  'reupload_sms_messages',
  'sms_auto_response',
  'remove_device_admin',
  'send_verification_sms',
  'allow_factory_reset',
  'allow_power_off',
  'allow_uninstall',
] as const
export const DeviceCommandType = Type.Enum(deviceCommandTypes)
export type DeviceCommandType = Static<typeof DeviceCommandType>

export const deviceCommandStates = ['Sent', 'Acknowledged', 'Completed', 'Failed'] as const
export const DeviceCommandState = Type.Enum(deviceCommandStates)
export type DeviceCommandState = Static<typeof DeviceCommandState>

export const maxCommandMessageCharacters = 1600

/** `message` is the text of an SMS auto response; other commands have no parameters. */
export const DeviceCommandParams = Type.Object({ message: Type.Optional(text(maxCommandMessageCharacters, 1)) }, closed)

export const DeviceCommand = Type.Object(
  {
    ...changeFields,
    command_reference: Ulid,
    command: DeviceCommandType,
    params: DeviceCommandParams,
    device_reference: DeviceReference,
    group: nullable(GroupReference),
    state: DeviceCommandState,
    raised_by: UserReference,
    sent_at: Timestamp,
    acknowledged_at: nullable(Timestamp),
    completed_at: nullable(Timestamp),
    failure: nullable(Type.String({ description: '`timeout`, `device_removed`, or what the device said' })),
  },
  { title: 'DeviceCommand', description: 'Something that a person told a device to do.' },
)
export type DeviceCommand = Static<typeof DeviceCommand>

export const CommandForDevice = Type.Object(
  {
    command_reference: Ulid,
    command: DeviceCommandType,
    params: DeviceCommandParams,
    state: DeviceCommandState,
    sent_at: Timestamp,
  },
  { title: 'CommandForDevice', description: 'A command as its device sees it.' },
)
export type CommandForDevice = Static<typeof CommandForDevice>

export const fetchCommands = call({
  catalogue: 'device',
  method: 'GET',
  path: '/commands',
  summary: 'Gives a device its commands that are Sent or Acknowledged, oldest first, at most 100.',
  action: 'device',
  response: Type.Object({ items: Type.Array(CommandForDevice) }),
  errors: ['device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

export const reportCommandState = call({
  catalogue: 'device',
  method: 'PUT',
  path: '/commands/{command_reference}',
  summary: 'Takes the state that a device reports for a command.',
  action: 'device',
  params: Type.Object({ command_reference: Ulid }, closed),
  body: Type.Object(
    { state: Type.Enum(['Acknowledged', 'Completed', 'Failed']), message: Type.Optional(text(1000)) },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: CommandForDevice,
  audit: 'device_command.updated',
  errors: ['request.not_found', 'command.illegal_transition', 'device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

/** In order (product.md section 4). A device or a timeout can make a command fail before it was acknowledged. */
export const deviceCommandTransitions = transitions<DeviceCommandState>(
  { Sent: ['Acknowledged', 'Failed'], Acknowledged: ['Completed', 'Failed'], Completed: [], Failed: [] },
  'command.illegal_transition',
)

export const deviceCommandCalls = { fetchCommands, reportCommandState }
