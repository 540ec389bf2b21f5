import { type CallInput, type calls, type EnrolmentDetails, ProductError } from '@holdfast/contract'
import { readEnrolmentSecrets } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { lockActiveDeviceUser } from '../device-users/index.ts'
import { secretsOf } from './enrolment-secret.ts'
import { takeOneTimeCode } from './one-time-codes.ts'
import { wrongCodesOf } from './wrong-codes.ts'

/**
 * `POST /enrolment`, of a handset that has nothing but what somebody typed.
 * @throws ProductError `one_time_code.refused`, the same for an unknown account and for codes that are wrong, expired or used
 */
export const exchangeOneTimeCode = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.exchangeOneTimeCode>,
): Promise<EnrolmentDetails> => {
  ctx.recordClaims({ client: body.client })
  return wrongCodesOf(ctx.platform).attempt(ctx.address, () => exchange(ctx, body))
}

const exchange = async (
  ctx: RequestContext,
  { client, code }: CallInput<typeof calls.exchangeOneTimeCode>['body'],
): Promise<EnrolmentDetails> => {
  const { database, keys, settings } = ctx.platform
  const isOpen = (await database.read(client, (tx) => readEnrolmentSecrets(tx, keys))) !== null
  if (!isOpen) throw new ProductError('one_time_code.refused')
  ctx.enter(client)
  return ctx.transaction(async (tx) => {
    const reference = await takeOneTimeCode(tx, keys, code)
    const person = reference === undefined ? undefined : await lockActiveDeviceUser(tx, reference)
    if (!person) throw new ProductError('one_time_code.refused')
    const { device_user_reference, group } = person
    const { enrolment_secret, fingerprint } = (await secretsOf(ctx, tx)).current
    ctx.setAuditGroup(group)
    tx.audit('one_time_code.used', { device_user_reference, fingerprint })
    await tx.notify({
      kind: 'one_time_code',
      reference: device_user_reference,
      state: 'used',
      payload_type: null,
      group,
    })
    return { origin: settings.origin, client, enrolment_secret, device_user_reference }
  })
}
