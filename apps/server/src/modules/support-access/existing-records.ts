import type { LeftBehindKind } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** An existing record, and who changed it last. */
export interface ExistingRecord {
  reference: string
  updated_by: string
  updated_at: string
}

type ReadExisting = (tx: TenantTransaction, references: readonly string[]) => Promise<ExistingRecord[]>

/** Reads those of the records that still exist, for each kind. */
export const existingRecords: Readonly<Record<LeftBehindKind, ReadExisting>> = {
  role: ({ db, client }, references) =>
    db
      .selectFrom('roles')
      .select(['role_reference as reference', 'updated_by', 'updated_at'])
      .where('client', '=', client)
      .where('role_reference', 'in', references)
      .execute(),
  group: ({ db, client }, references) =>
    db
      .selectFrom('groups')
      .select(['group_reference as reference', 'updated_by', 'updated_at'])
      .where('client', '=', client)
      .where('group_reference', 'in', references)
      .execute(),
  tag: ({ db, client }, references) =>
    db
      .selectFrom('tag_definitions')
      .select(['tag_key as reference', 'updated_by', 'updated_at'])
      .where('client', '=', client)
      .where('tag_key', 'in', references)
      .execute(),
  app: ({ db, client }, references) =>
    db
      .selectFrom('client_apps')
      .select(['app_reference as reference', 'updated_by', 'updated_at'])
      .where('client', '=', client)
      .where('app_reference', 'in', references)
      .execute(),
  device_block: async ({ db, client }, references) => {
    const rows = await db
      .selectFrom('devices')
      .select(['device_reference as reference', 'blocked_by', 'blocked_at'])
      .where('client', '=', client)
      .where('device_reference', 'in', references)
      .where('is_blocked', '=', true)
      .execute()
    return rows.flatMap(({ reference, blocked_by, blocked_at }) =>
      blocked_by === null || blocked_at === null ? [] : { reference, updated_by: blocked_by, updated_at: blocked_at },
    )
  },
  account_defaults: async ({ db, client }) => {
    const rows = await db
      .selectFrom('account_defaults')
      .select(['updated_by', 'updated_at'])
      .where('client', '=', client)
      .execute()
    return rows.map((row) => ({ reference: '', ...row }))
  },
}
