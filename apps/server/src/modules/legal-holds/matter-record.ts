import { generalMatter, type Matter, ProductError } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

export const matterColumns = [
  'client',
  'matter_reference',
  'title',
  'reason',
  'review_on',
  'is_closed',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'version',
] as const

export type MatterRow = Pick<Selectable<Tables['matters']>, (typeof matterColumns)[number]>

export const matters = versionedTable({ table: 'matters', key: 'matter_reference', columns: matterColumns })

const countedTypes = {
  PortalUser: 'portal_users',
  DeviceUser: 'device_users',
  Group: 'groups',
  Payload: 'payloads',
} as const

/** Matters as calls return them, with the numbers of their active holds. */
export const toMatters = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  rows: readonly MatterRow[],
): Promise<Matter[]> => {
  const references = rows.map(({ matter_reference }) => matter_reference)
  const { rows: counts } = await sql<{
    matter_reference: string
    target_type: keyof typeof countedTypes
    holds: number
  }>`select matter_reference, target_type, count(*) as holds from legal_holds
    where client = ${client} and matter_reference = any(${references}::text[]) and is_active
    group by matter_reference, target_type`.execute(db)
  const holdsOf = (matter_reference: string): Matter['holds'] => ({
    portal_users: 0,
    device_users: 0,
    groups: 0,
    payloads: 0,
    ...Object.fromEntries(
      counts
        .filter((counted) => counted.matter_reference === matter_reference)
        .map(({ target_type, holds }) => [countedTypes[target_type], holds]),
    ),
  })
  return rows.map((row) => ({ ...row, holds: holdsOf(row.matter_reference) }))
}

/**
 * The matter of new holds. The general one is made when it is first needed.
 * @throws ProductError `request.not_found`, `matter.closed`
 */
export const lockMatterForHolds = async (
  tx: TenantTransaction,
  matter_reference: string,
  placed_by: string,
): Promise<MatterRow> => {
  const known = await matters.lock(tx, matter_reference)
  if (known?.is_closed) throw new ProductError('matter.closed')
  if (known) return known
  if (matter_reference !== generalMatter) throw new ProductError('request.not_found')
  const fields = { title: 'General', reason: 'Holds that were placed without a matter of their own', is_closed: false }
  return matters.insert(tx, generalMatter, { ...fields, review_on: null, created_by: placed_by }, placed_by)
}
