import {
  DeviceServices,
  DeviceUserReference,
  Email,
  ExpectedDeviceCount,
  FirstName,
  GroupReference,
  ProductError,
  Surname,
} from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import { findGroup } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

const NewDeviceUser = Type.Object(
  {
    device_user_reference: DeviceUserReference,
    group: GroupReference,
    services: DeviceServices,
    expected_device_count: Type.Optional(ExpectedDeviceCount),
    email: Email,
    first_name: FirstName,
    surname: Surname,
  },
  { additionalProperties: false },
)
export type NewDeviceUser = Static<typeof NewDeviceUser>

/**
 * Creates an active device user, whose handsets can then authenticate.
 * @throws ProductError `request.invalid` for invalid fields, `request.not_found` for an unknown group; a PostgreSQL
 * error if the reference exists
 */
export const addDeviceUser = async (tx: TenantTransaction, user: NewDeviceUser, onboardedBy: string): Promise<void> => {
  const problems = Value.Errors(NewDeviceUser, user).map(({ instancePath, keyword, message }) => ({
    path: `/body${instancePath}`,
    keyword,
    params: {},
    message,
  }))
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
  if (!(await findGroup(tx, user.group))) throw new ProductError('request.not_found')
  await tx.db
    .insertInto('device_users')
    .values({
      ...user,
      client: tx.client,
      expected_device_count: user.expected_device_count ?? 1,
      is_active: true,
      onboard_date: tx.now,
      is_legacy: false,
      created_at: tx.now,
      updated_at: tx.now,
      updated_by: onboardedBy,
    })
    .execute()
  await tx.notify({
    kind: 'device_user',
    reference: user.device_user_reference,
    state: null,
    payload_type: null,
    group: user.group,
  })
}
