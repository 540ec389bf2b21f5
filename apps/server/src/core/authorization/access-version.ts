import type { TenantTransaction } from '../../platform/database/index.ts'

const selectVersion = (tx: TenantTransaction) =>
  tx.db.selectFrom('access_versions').select('version').where('client', '=', tx.client)

/** The account's access version, which changes whenever roles, groups, tags or account limits change. */
export const readAccessVersion = async (tx: TenantTransaction): Promise<number> => {
  const row = await selectVersion(tx).executeTakeFirst()
  return row?.version ?? 0
}

/** Like `readAccessVersion`; nobody else changes access in the account until the transaction ends. */
export const lockAccessVersion = async (tx: TenantTransaction): Promise<number> => {
  const row = await selectVersion(tx).forUpdate().executeTakeFirst()
  return row?.version ?? 0
}

/** Every change of roles, groups, tags or account limits must call it, in its transaction. Returns the new version. */
export const bumpAccessVersion = async (tx: TenantTransaction): Promise<number> => {
  const { version } = await tx.db
    .insertInto('access_versions')
    .values({ client: tx.client, version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['client']).doUpdateSet((eb) => ({ version: eb('access_versions.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
