import { randomBytes } from 'node:crypto'
import { ProductError, type VerifyRequest } from '@holdfast/contract'
import { EnvelopeError, openEnrolmentUlid } from '@holdfast/custody'
import { decodeTime } from 'ulid'
import { readEnrolmentSecret } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

const freshForMs = 5 * 60_000
/** Much longer than a code is fresh, so that a server whose clock is behind does not accept a used code again. */
const rememberedForMs = 60 * 60_000
const forgottenAtOnce = 20

/** Used in place of the secret of an account that does not exist, so that the refusal takes the same time. */
const dummySecret = randomBytes(32).toString('base64url')

/**
 * Opens the ULID that a device sealed with its account's enrolment secret. If the account exists, the call belongs to
 * it from here on.
 * @throws ProductError `verify.refused`, the same for an unknown account, a wrong secret and invalid bytes
 */
export const openEnrolmentCode = async (ctx: RequestContext, body: VerifyRequest): Promise<string> => {
  const { client, device_info, ulid_encrypted } = body
  const { database, keys } = ctx.platform
  const secret = await database.read(client, (tx) => readEnrolmentSecret(tx, keys))
  if (secret !== null) ctx.enter(client)
  const ulid = await openEnrolmentUlid({
    ulid_encrypted,
    enrolment_secret: secret ?? dummySecret,
    client,
    device_reference: device_info.serial_number,
  }).catch((error: unknown) => {
    if (error instanceof EnvelopeError) return null
    throw error
  })
  if (secret === null || ulid === null) throw new ProductError('verify.refused')
  return ulid
}

/**
 * Marks a code as used, which only one committed transaction can do. Concurrent ones wait for it, and then see its changes.
 * @returns why the code cannot be used, `verify.stale` if it is more than five minutes from now; `null` if it can be used
 */
export const useEnrolmentCode = async (
  tx: TenantTransaction,
  enrolment_ulid: string,
  device_reference: string,
): Promise<'verify.stale' | 'verify.replayed' | null> => {
  if (Math.abs(decodeTime(enrolment_ulid) - tx.now.getTime()) > freshForMs) return 'verify.stale'
  const used = await tx.db
    .insertInto('enrolment_ulids')
    .values({ client: tx.client, enrolment_ulid, device_reference, used_at: tx.now })
    .onConflict((conflict) => conflict.columns(['client', 'enrolment_ulid']).doNothing())
    .returning('enrolment_ulid')
    .executeTakeFirst()
  if (!used) return 'verify.replayed'
  await deleteOldCodes(tx)
  return null
}

/** Each use removes up to 20 old codes, so the table holds about an hour's codes. */
const deleteOldCodes = async (tx: TenantTransaction): Promise<void> => {
  await tx.db
    .deleteFrom('enrolment_ulids')
    .where('client', '=', tx.client)
    .where('enrolment_ulid', 'in', (eb) =>
      eb
        .selectFrom('enrolment_ulids as old')
        .select('old.enrolment_ulid')
        .where('old.client', '=', tx.client)
        .where('old.used_at', '<', new Date(tx.now.getTime() - rememberedForMs).toISOString())
        .orderBy('old.enrolment_ulid')
        .limit(forgottenAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
