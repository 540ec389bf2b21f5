import type { Device } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** The columns of a device that calls return. */
export const deviceColumns = [
  'client',
  'device_reference',
  'device_user_reference',
  'group',
  'services',
  'imeis',
  'email',
  'first_name',
  'surname',
  'last_seen',
  'is_deactivated',
  'deactivation_date',
  'deactivated_by',
  'deactivation_reason',
  'is_blocked',
  'blocked_at',
  'blocked_by',
  'blocked_reason',
  'activated_at',
  'is_legacy',
  'legacy_phone_number',
  'phone_numbers',
  'device_info',
  'installation_id',
  'install_state',
  'shared_serial_since',
  'shared_serial_reason',
  'removed_at',
  'removed_by',
  'updated_at',
  'updated_by',
] as const satisfies readonly (keyof Tables['devices'])[]

type VisibleRow = Pick<Selectable<Tables['devices']>, (typeof deviceColumns)[number]>

/** A device as calls return it. `device_info` and `services` were validated when they were received. */
export const deviceOf = ({ device_info, services, ...row }: VisibleRow): Device => {
  const said = device_info as Partial<Record<string, string | null>>
  return {
    ...row,
    services: services as Device['services'],
    model: said.model ?? null,
    os_version: said.os_version ?? null,
    app_version: said.app_version ?? null,
    serial_number: said.serial_number ?? null,
    fcm_token: said.fcm_token ?? null,
  }
}
