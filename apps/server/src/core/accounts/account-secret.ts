import { randomBytes } from 'node:crypto'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'

interface Declaration {
  /** Its name in `account_secrets`. */
  purpose: string
  wrapPurpose: (client: string) => string
  bytes: number
}

/** A random secret that an account gets when it is first needed, and keeps. It is stored wrapped by the master key. */
export const accountSecret = ({ purpose, wrapPurpose, bytes }: Declaration) => {
  /** `null` while the account has none. */
  const read = async (tx: TenantTransaction, keys: Keys): Promise<Uint8Array | null> => {
    const row = await tx.db
      .selectFrom('account_secrets')
      .select('secret_wrapped')
      .where('client', '=', tx.client)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    return row ? keys.unwrap(row.secret_wrapped, wrapPurpose(tx.client)) : null
  }
  /** Creates it unless the account has one. */
  const create = async (tx: TenantTransaction, keys: Keys): Promise<void> => {
    await tx.db
      .insertInto('account_secrets')
      .values({
        client: tx.client,
        purpose,
        secret_wrapped: keys.wrap(randomBytes(bytes), wrapPurpose(tx.client)),
        created_at: tx.now,
      })
      .onConflict((conflict) => conflict.columns(['client', 'purpose']).doNothing())
      .execute()
  }
  return { read, create }
}
