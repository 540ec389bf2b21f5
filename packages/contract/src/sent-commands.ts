import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeviceCommand, DeviceCommandParams, DeviceCommandState, DeviceCommandType } from './device-commands.ts'
import { DeviceParams } from './devices.ts'
import { DeviceReference, GroupReference, UserReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf, batchOf } from './reference-lists.ts'
import { DateParameter } from './times.ts'

/** What people tell devices to do (rules-and-calls section 7), and what came of it. */

const filterOfDevice = {
  commands: anyOf(DeviceCommandType),
  states: anyOf(DeviceCommandState),
  raised_by: anyOf(UserReference),
  date_from: Type.Optional({ ...DateParameter, description: 'Sent on this day or at this time, or later' }),
  date_to: Type.Optional({ ...DateParameter, description: 'Sent on this day or at this time, or earlier' }),
}

export const listCommands = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/commands',
  summary: 'Lists the commands that were sent to devices, the newest first.',
  action: 'devices:read',
  query: listQuery({ ...filterOfDevice, groups: anyOf(GroupReference), device_references: anyOf(DeviceReference) }),
  requestHeaders: portalReadHeaders,
  response: listOf(DeviceCommand),
  errors: ['list.bad_last_key'],
})

export const listDeviceCommands = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/devices/{device_reference}/commands',
  summary: 'Lists the commands that were sent to one device, the newest first.',
  action: 'devices:read',
  params: DeviceParams,
  query: listQuery(filterOfDevice),
  requestHeaders: portalReadHeaders,
  response: listOf(DeviceCommand),
  errors: ['request.not_found', 'list.bad_last_key'],
})

/** `params` has the message of an SMS auto response; other commands have none. */
const command = { command: DeviceCommandType, params: Type.Optional(DeviceCommandParams) }

export const sendCommand = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/devices/{device_reference}/commands',
  summary:
    'Tells a device to do something. If it was told the same before and has not answered yet, that command is the answer.',
  action: 'devices:command',
  params: DeviceParams,
  body: Type.Object(command, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: DeviceCommand,
  audit: 'device_command.sent',
  errors: [
    'request.not_found',
    'command.message_needed',
    'command.no_message',
    'command.device_blocked',
    'command.device_removed',
    'command.too_many',
  ],
})

export const CommandOutcome = Type.Object(
  {
    device_reference: DeviceReference,
    result: Type.Enum(['sent', 'waiting', 'refused'], {
      description: 'waiting: the device was told the same before, and has not answered yet',
    }),
    code: Type.Optional(
      Type.String({
        description:
          'Product error code of a refusal: request.not_found, auth.forbidden, command.message_needed, command.no_message, command.device_blocked, command.device_removed or command.too_many',
      }),
    ),
    message: Type.Optional(Type.String()),
  },
  { title: 'CommandOutcome', description: 'What became of a command for one device.' },
)
export type CommandOutcome = Static<typeof CommandOutcome>

export const sendCommands = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/commands',
  summary: 'Tells 1 to 100 devices to do something. Each is answered by itself; repeating it sends nothing again.',
  action: 'devices:command',
  body: Type.Object({ device_references: batchOf(DeviceReference), ...command }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ items: Type.Array(CommandOutcome) }),
  audit: 'device_command.sent',
  errors: [],
  beyondSpecification: true,
})

export const sentCommandCalls = { listCommands, listDeviceCommands, sendCommand, sendCommands }
