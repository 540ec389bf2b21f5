import type { CallInput, calls, DeviceUser } from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { deviceUserOf } from '../device-users/index.ts'
import { assertMayMove } from './move-device-user.ts'
import { lockGroupToJoin, lockPersonForChange } from './rights-to-people.ts'
import { columnsOf, replacePerson } from './save-person.ts'
import { takeServices } from './take-services.ts'

type Input = CallInput<typeof calls.putDeviceUser>

/** `PUT /users/{device_user_reference}`: also of a person who is offboarded. Another group is a move. */
export const putDeviceUser = async (ctx: RequestContext, { params, query, body }: Input): Promise<DeviceUser> => {
  const { device_user_reference } = params
  const { version, ...fields } = body
  const grant = { accept_gains: query.accept_gains === true, visits: await visitsOf(ctx), madeBy: 'author' as const }
  return ctx.transaction(async (tx) => {
    const person = await lockPersonForChange(ctx, tx, device_user_reference)
    const { row } = person
    assertVersion(version, row)
    await takeServices(tx, { stored: row, services: fields.services, willBeActive: row.is_active })
    if (fields.group !== row.group) {
      await assertMayMove(ctx, tx, { person, to: await lockGroupToJoin(ctx, tx, fields.group) }, grant)
    }
    const columns = columnsOf(fields)
    if (isUnchanged({ ...row, ...columns }, row)) {
      tx.audit('record.unchanged', { device_user_reference }, [])
      return deviceUserOf(row)
    }
    return replacePerson(ctx, tx, row, columns, 'device_user.updated')
  })
}
