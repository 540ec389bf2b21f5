import { type CallInput, type calls, type EnrolmentSecretState, ProductError } from '@holdfast/contract'
import {
  deleteFormerEnrolmentSecret,
  type EnrolmentSecrets,
  lockEnrolmentSecrets,
  readEnrolmentSecrets,
  replaceEnrolmentSecret,
} from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countFormerSecretUse, forgetFormerSecretUse } from '../devices/index.ts'

const dayMs = 86_400_000

/** `GET /enrolment`. */
export const getEnrolmentSecretState = (ctx: RequestContext): Promise<EnrolmentSecretState> =>
  ctx.read((tx) => readState(ctx, tx))

/** `POST /enrolment/secret`. */
export const showEnrolmentSecret = (ctx: RequestContext) =>
  ctx.transaction(async (tx) => {
    const { enrolment_secret, fingerprint } = (await secretsOf(ctx, tx)).current
    tx.audit('enrolment_secret.shown', { fingerprint })
    return { enrolment_secret, fingerprint }
  })

/** `POST /enrolment/rotation`: the replaced secret stays valid for as many days as the person says. */
export const rotateEnrolmentSecret = (
  ctx: RequestContext,
  { body: { fingerprint, overlap_days } }: CallInput<typeof calls.rotateEnrolmentSecret>,
): Promise<EnrolmentSecretState> =>
  ctx.transaction(async (tx) => {
    await lockEnrolmentSecrets(tx)
    const { current, former } = await secretsOf(ctx, tx)
    if (current.fingerprint !== fingerprint) throw new ProductError('edit.conflict')
    if (former) throw new ProductError('enrolment_secret.has_former')
    const valid_until = overlap_days === 0 ? null : new Date(tx.now.getTime() + overlap_days * dayMs)
    await replaceEnrolmentSecret(tx, ctx.platform.keys, { valid_until, created_by: ctx.actor.reference })
    await forgetFormerSecretUse(tx)
    const state = await readState(ctx, tx)
    tx.audit('enrolment_secret.rotated', { fingerprint: state.fingerprint, former: fingerprint, valid_until })
    return state
  })

/** `DELETE /enrolment/former_secret`. */
export const endFormerEnrolmentSecret = (ctx: RequestContext): Promise<EnrolmentSecretState> =>
  ctx.transaction(async (tx) => {
    await lockEnrolmentSecrets(tx)
    const before = await readState(ctx, tx)
    if (!before.former) throw new ProductError('request.not_found')
    const { fingerprint, devices_left } = before.former
    await deleteFormerEnrolmentSecret(tx)
    await forgetFormerSecretUse(tx)
    tx.audit('enrolment_secret.ended', { fingerprint, devices_left })
    return { ...before, former: null }
  })

/** The secrets of the caller's account, which is open, or there would be no caller. */
export const secretsOf = async (
  { platform }: Pick<RequestContext, 'platform'>,
  tx: TenantTransaction,
): Promise<EnrolmentSecrets> => {
  const secrets = await readEnrolmentSecrets(tx, platform.keys)
  if (!secrets) throw new Error(`the account ${tx.client} has no enrolment secret`)
  return secrets
}

const readState = async (ctx: RequestContext, tx: TenantTransaction): Promise<EnrolmentSecretState> => {
  const { current, former } = await secretsOf(ctx, tx)
  const { fingerprint, created_at, created_by } = current
  if (!former?.valid_until) return { fingerprint, created_at, created_by, former: null }
  const { devices, devices_left } = await countFormerSecretUse(tx)
  return {
    fingerprint,
    created_at,
    created_by,
    former: { fingerprint: former.fingerprint, valid_until: former.valid_until, devices, devices_left },
  }
}
