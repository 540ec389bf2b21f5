import { randomBytes } from 'node:crypto'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'

const secretBytes = 32
const purpose = 'enrolment'
const wrapPurpose = (client: string): string => `enrolment secret of client ${client}`

/** Creates the secret that device management installs on an account's handsets (docs/decisions/0001, 'Device calls'). */
export const createEnrolmentSecret = async (tx: TenantTransaction, keys: Keys): Promise<string> => {
  const secret = randomBytes(secretBytes)
  await tx.db
    .insertInto('account_secrets')
    .values({
      client: tx.client,
      purpose,
      secret_wrapped: keys.wrap(secret, wrapPurpose(tx.client)),
      created_at: tx.now,
    })
    .execute()
  return secret.toString('base64url')
}

/** The account's enrolment secret, base64url of 32 bytes; `null` if the account does not exist or is closed. */
export const readEnrolmentSecret = async (tx: TenantTransaction, keys: Keys): Promise<string | null> => {
  const row = await tx.db
    .selectFrom('account_secrets as secret')
    .innerJoin('clients as account', (join) =>
      join.onRef('account.client', '=', 'secret.client').on('account.client', '=', tx.client),
    )
    .select('secret.secret_wrapped')
    .where('secret.client', '=', tx.client)
    .where('secret.purpose', '=', purpose)
    .where('account.is_active', '=', true)
    .executeTakeFirst()
  return row ? Buffer.from(keys.unwrap(row.secret_wrapped, wrapPurpose(tx.client))).toString('base64url') : null
}
