import { randomBytes } from 'node:crypto'
import { ProductError, type VerifyRequest } from '@holdfast/contract'
import { EnvelopeError, openEnrolmentUlid } from '@holdfast/custody'
import { decodeTime } from 'ulid'
import { readEnrolmentSecrets } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { possibleAccounts } from './possible-accounts.ts'

const freshForMs = 5 * 60_000
/** Much longer than a code is fresh, so that a server whose clock is behind does not accept a used code again. */
const rememberedForMs = 60 * 60_000
const forgottenAtOnce = 20

/** Used in place of the secret of an account that does not exist, so that the refusal takes the same time. */
const dummySecret = randomBytes(32).toString('base64url')

/** What a device proved with its code. */
export interface OpenedCode {
  client: string
  ulid: string
  /** Which of the account's secrets the code was sealed with; `null` while there is only one. */
  secret: 'current' | 'former' | null
}

/**
 * Opens the ULID that a device sealed with an enrolment secret of its account: the current one, or a former one that is still
 * valid. Without a named account, those that know the device or its person are tried: the code opens in one of them. If the
 * account exists, the call belongs to it from here on.
 * @throws ProductError `verify.refused`, the same for an unknown account, a wrong secret and invalid bytes; without a named
 * account `verify.client_needed`
 */
export const openEnrolmentCode = async (ctx: RequestContext, body: VerifyRequest): Promise<OpenedCode> => {
  if (body.client !== undefined) {
    const opened = await openInAccount(ctx, body.client, body, (client) => ctx.enter(client))
    if (!opened) throw new ProductError('verify.refused')
    return opened
  }
  for (const client of await possibleAccounts(ctx, body)) {
    const opened = await openInAccount(ctx, client, body)
    if (opened) {
      ctx.enter(client)
      return opened
    }
  }
  throw new ProductError('verify.client_needed')
}

const openInAccount = async (
  ctx: RequestContext,
  client: string,
  body: VerifyRequest,
  found: (client: string) => void = () => undefined,
): Promise<OpenedCode | null> => {
  const { database, keys } = ctx.platform
  const secrets = await database.read(client, (tx) => readEnrolmentSecrets(tx, keys))
  if (secrets) found(client)
  const ulid = await openWith(secrets?.current.enrolment_secret ?? dummySecret, client, body)
  if (secrets && ulid !== null) return { client, ulid, secret: secrets.former && 'current' }
  const formerUlid = secrets?.former ? await openWith(secrets.former.enrolment_secret, client, body) : null
  return formerUlid === null ? null : { client, ulid: formerUlid, secret: 'former' }
}

const openWith = (
  enrolment_secret: string,
  client: string,
  { device_info, ulid_encrypted }: VerifyRequest,
): Promise<string | null> =>
  openEnrolmentUlid({ ulid_encrypted, enrolment_secret, client, device_reference: device_info.serial_number }).catch(
    (error: unknown) => {
      if (error instanceof EnvelopeError) return null
      throw error
    },
  )

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
