import {
  type CallInput,
  type calls,
  type EnrolmentDetails,
  limits,
  type OneTimeCode,
  ProductError,
} from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { lockPersonForChange } from '../onboarding/index.ts'
import { secretsOf } from './enrolment-secret.ts'
import { insertOneTimeCode, newOneTimeCode } from './one-time-codes.ts'

type Input = Pick<CallInput<typeof calls.showEnrolmentDetails>, 'params'>

/** `POST /users/{device_user_reference}/enrolment/details`: what the QR code contains. */
export const showEnrolmentDetails = (
  ctx: RequestContext,
  { params: { device_user_reference } }: Input,
): Promise<EnrolmentDetails> =>
  ctx.transaction(async (tx) => {
    await lockPersonToEnrol(ctx, tx, device_user_reference)
    const { enrolment_secret, fingerprint } = (await secretsOf(ctx, tx)).current
    tx.audit('enrolment_secret.shown', { fingerprint, device_user_reference })
    return { origin: ctx.platform.settings.origin, client: tx.client, enrolment_secret, device_user_reference }
  })

/** `POST /users/{device_user_reference}/enrolment/codes`. */
export const createOneTimeCode = (
  ctx: RequestContext,
  { params: { device_user_reference } }: Input,
): Promise<OneTimeCode> =>
  ctx.transaction(async (tx) => {
    await lockPersonToEnrol(ctx, tx, device_user_reference)
    const code = newOneTimeCode()
    const expires_at = new Date(tx.now.getTime() + limits.oneTimeCodeMinutes * 60_000)
    const created_by = ctx.actor.reference
    await insertOneTimeCode(tx, ctx.platform.keys, { code, device_user_reference, expires_at, created_by })
    tx.audit('one_time_code.created', { device_user_reference, expires_at })
    const { origin } = ctx.platform.settings
    return { device_user_reference, code, origin, client: tx.client, expires_at: expires_at.toISOString() }
  })

/**
 * Locks a person for whom the caller may enrol handsets.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `device_user.not_active`
 */
const lockPersonToEnrol = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  device_user_reference: string,
): Promise<void> => {
  const { row } = await lockPersonForChange(ctx, tx, device_user_reference)
  if (!row.is_active) throw new ProductError('device_user.not_active')
}
