import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeviceParams } from './devices.ts'
import { Author, accountFields } from './entity-fields.ts'
import { DeviceReference, Ulid } from './fields.ts'
import { nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { Timestamp } from './times.ts'

/** What of a device can change. `device_reference`: it was added, or removed. Another `installation_id` than before is a factory reset. */
const deviceChangeFields = [
  'device_reference',
  'device_user_reference',
  'group',
  'services',
  'email',
  'first_name',
  'surname',
  'phone_number',
  'imeis',
  'model',
  'os_version',
  'app_version',
  'installation_id',
  'is_blocked',
  'is_deactivated',
  'is_legacy',
] as const
const DeviceChangeField = Type.Enum(deviceChangeFields)
export type DeviceChangeField = Static<typeof DeviceChangeField>

const values = (description: string) => Type.Array(Type.String(), { description })

export const DeviceChange = Type.Object(
  {
    ...accountFields,
    change_id: Ulid,
    device_reference: DeviceReference,
    changed_at: Timestamp,
    changed_by: Author,
    field: DeviceChangeField,
    slot_index: nullable(
      Type.Integer({ minimum: 0, description: 'The SIM slot of a phone number, where it is known' }),
    ),
    from: values('Empty: it had none. Flags are true or false.'),
    to: values('Empty: it has none any more.'),
    is_from_hidden: Type.Boolean({
      description: 'The device came from a group that the caller may not see, so `from` is left out',
    }),
    reason: nullable(Type.String()),
  },
  { title: 'DeviceChange', description: 'One change of one field of a device.' },
)
export type DeviceChange = Static<typeof DeviceChange>

export const listDeviceHistory = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/devices/{device_reference}/history',
  summary:
    'Lists the changes of a device, the newest first, as far as they happened in groups that the caller may see.',
  action: 'devices:read',
  params: DeviceParams,
  query: listQuery({}),
  requestHeaders: portalReadHeaders,
  response: listOf(DeviceChange),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const deviceHistoryCalls = { listDeviceHistory }
