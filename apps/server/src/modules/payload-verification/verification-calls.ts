import { type CallInput, type calls, limits, type PayloadVerification, ProductError } from '@holdfast/contract'
import { wrappingOf } from '@holdfast/custody'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { findPayload, lockPayload } from '../payloads/index.ts'
import { verificationNotice } from './verification-notice.ts'
import {
  beginVerification,
  countUnderWay,
  findVerification,
  isUnderWay,
  stateNow,
  type VerificationRow,
} from './verification-rows.ts'
import { verifyPayloadJob } from './verify-payload-job.ts'
import { whyNotVerifiable } from './why-not-verifiable.ts'

/** `GET /payloads/{payload_reference}/verification`. */
export const getPayloadVerification = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getPayloadVerification>,
): Promise<PayloadVerification> => {
  const { payload_reference } = params
  const [payload, row, now] = await ctx.read(async (tx) => [
    await findPayload(tx, payload_reference),
    await findVerification(tx, payload_reference),
    tx.now,
  ])
  return verificationOf(await assertReadable(ctx, payload), row, now)
}

/**
 * `POST /payloads/{payload_reference}/verification`: whoever may read a recording may have it verified, because that shows
 * nothing of its content.
 * @throws ProductError `payload.not_found`, `verification.*`
 */
export const verifyPayload = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.verifyPayload>,
): Promise<PayloadVerification> => {
  const { payload_reference } = params
  await assertReadable(ctx, await ctx.read((tx) => findPayload(tx, payload_reference)))
  return ctx.transaction(async (tx) => {
    const payload = await lockPayload(tx, payload_reference)
    if (!payload) throw new ProductError('payload.not_found')
    const reason = whyNotVerifiable(payload)
    if (reason) throw new ProductError(`verification.${reason}`)
    await assertMayBegin(tx, ctx.actor.reference, await findVerification(tx, payload_reference))
    const row = await beginVerification(tx, payload_reference, ctx.actor.reference)
    await tx.enqueue(verifyPayloadJob, { client: ctx.client, payload_reference })
    await tx.custody(ctx.actor, [{ payload_reference, event: 'payload.verification_requested' }])
    await tx.notify(verificationNotice(payload, row))
    tx.audit('payload.verification_requested', { payload_reference })
    return verificationOf(payload, row, tx.now)
  })
}

const assertReadable = async (ctx: RequestContext, payload: PayloadRow | undefined): Promise<PayloadRow> => {
  if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  ctx.setAuditGroup(payload.group)
  return payload
}

/** @throws ProductError `verification.running`, `verification.too_soon`, `verification.too_many` */
const assertMayBegin = async (
  tx: TenantTransaction,
  requested_by: string,
  former: VerificationRow | undefined,
): Promise<void> => {
  if (former && isUnderWay(former, tx.now)) throw new ProductError('verification.running')
  const pauseMs = limits.verificationPauseSeconds * 1_000
  const sinceMs = former?.ended_at ? tx.now.getTime() - Date.parse(former.ended_at) : pauseMs
  if (sinceMs < pauseMs && former?.state !== 'failed') {
    throw new ProductError('verification.too_soon', { retry_after_s: Math.ceil((pauseMs - sinceMs) / 1_000) })
  }
  const most = limits.maxVerificationsAtOnce
  if ((await countUnderWay(tx, requested_by, most)) === most) {
    throw new ProductError('verification.too_many', { retry_after_s: limits.verificationPauseSeconds })
  }
}

const nothing = {
  state: 'none',
  requested_at: null,
  requested_by: null,
  bytes_read: 0,
  ended_at: null,
  found: null,
  checksum: null,
} as const

const verificationOf = (payload: PayloadRow, row: VerificationRow | undefined, now: Date): PayloadVerification => ({
  client: payload.client,
  payload_reference: payload.payload_reference,
  not_verifiable: whyNotVerifiable(payload),
  key_wrapping: keyWrappingOf(payload),
  ...(row ? { ...row, state: stateNow(row, now) } : nothing),
  ...lastProof(payload, row),
})

/** Processing is the first verification: it hashes and opens all stored bytes. */
const lastProof = ({ processed_at }: PayloadRow, row: VerificationRow | undefined) =>
  row?.verified_at && row.verified_at >= (processed_at ?? '')
    ? { verified_at: row.verified_at, verified_by: row.verified_by }
    : { verified_at: processed_at, verified_by: null }

const keyWrappingOf = ({ encrypted_dek }: PayloadRow): PayloadVerification['key_wrapping'] => {
  const wrapping = encrypted_dek === null ? undefined : wrappingOf(encrypted_dek)
  if (!wrapping) return null
  return wrapping.kind === 'P-256' ? 'ECDH-ES+A256KW' : 'RSA-OAEP-256'
}
