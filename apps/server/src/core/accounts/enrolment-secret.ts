import { createHash, randomBytes } from 'node:crypto'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'

const secretBytes = 32
const current = 'enrolment'
const former = 'former_enrolment'
const wrapPurpose = (client: string): string => `enrolment secret of client ${client}`

/** An enrolment secret of an account (docs/decisions/0060). */
interface EnrolmentSecret {
  /** base64url of 32 bytes. */
  enrolment_secret: string
  fingerprint: string
  created_at: string
  created_by: string | null
  /** Until when a former secret is valid; `null` for the current one. */
  valid_until: string | null
}

export interface EnrolmentSecrets {
  current: EnrolmentSecret
  /** The one before it, as long as it is valid. */
  former: EnrolmentSecret | null
}

/** Tells secrets apart without revealing them: 48 of the bits of a hash of 256 random bits. */
const fingerprintOf = (secret: Uint8Array): string => createHash('sha256').update(secret).digest('hex').slice(0, 12)

/** Creates the secret that device management installs on an account's handsets (docs/decisions/0001, 'Device calls'). */
export const createEnrolmentSecret = async (
  tx: TenantTransaction,
  keys: Keys,
  created_by: string | null = null,
): Promise<string> => {
  const secret = randomBytes(secretBytes)
  const secret_wrapped = keys.wrap(secret, wrapPurpose(tx.client))
  await tx.db
    .insertInto('account_secrets')
    .values({ client: tx.client, purpose: current, secret_wrapped, created_at: tx.now, created_by })
    .execute()
  return secret.toString('base64url')
}

const selectSecrets = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('account_secrets as secret')
    .innerJoin('clients as account', (join) =>
      join.onRef('account.client', '=', 'secret.client').on('account.client', '=', tx.client),
    )
    .select(['secret.purpose', 'secret.secret_wrapped', 'secret.created_at', 'secret.created_by', 'secret.valid_until'])
    .where('secret.client', '=', tx.client)
    .where('secret.purpose', 'in', [current, former])
    .where('account.is_active', '=', true)

type SecretRow = Awaited<ReturnType<ReturnType<typeof selectSecrets>['execute']>>[number]

const secretOf = ({ client }: TenantTransaction, keys: Keys, row: SecretRow): EnrolmentSecret => {
  const secret = keys.unwrap(row.secret_wrapped, wrapPurpose(client))
  const { created_at, created_by, valid_until } = row
  const enrolment_secret = Buffer.from(secret).toString('base64url')
  return { enrolment_secret, fingerprint: fingerprintOf(secret), created_at, created_by, valid_until }
}

/** The account's enrolment secrets; `null` if the account does not exist or is closed. */
export const readEnrolmentSecrets = async (tx: TenantTransaction, keys: Keys): Promise<EnrolmentSecrets | null> => {
  const rows = (await selectSecrets(tx).execute()).map((row) => ({ ...row, secret: secretOf(tx, keys, row) }))
  const known = rows.find(({ purpose }) => purpose === current)
  if (!known) return null
  const before = rows.find(
    ({ purpose, valid_until }) => purpose === former && valid_until !== null && new Date(valid_until) > tx.now,
  )
  return { current: known.secret, former: before?.secret ?? null }
}

/** Locks the account's secrets: nobody else rotates them until this transaction ends. */
export const lockEnrolmentSecrets = async (tx: TenantTransaction): Promise<void> => {
  await tx.db
    .selectFrom('account_secrets')
    .select('purpose')
    .where('client', '=', tx.client)
    .where('purpose', '=', current)
    .forUpdate()
    .execute()
}

/** Makes a new current secret. The locked one before it becomes the former one until a moment, or ends. */
export const replaceEnrolmentSecret = async (
  tx: TenantTransaction,
  keys: Keys,
  { valid_until, created_by }: { valid_until: Date | null; created_by: string },
): Promise<void> => {
  await deleteFormerEnrolmentSecret(tx)
  const ofCurrent = { client: tx.client, purpose: current }
  if (valid_until === null) {
    await tx.db
      .deleteFrom('account_secrets')
      .where((eb) => eb.and(ofCurrent))
      .execute()
  } else {
    await tx.db
      .updateTable('account_secrets')
      .set({ purpose: former, valid_until })
      .where((eb) => eb.and(ofCurrent))
      .execute()
  }
  await createEnrolmentSecret(tx, keys, created_by)
}

export const deleteFormerEnrolmentSecret = async (tx: TenantTransaction): Promise<void> => {
  await tx.db.deleteFrom('account_secrets').where('client', '=', tx.client).where('purpose', '=', former).execute()
}
