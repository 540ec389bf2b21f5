import { type Matter, maxMatterFeeds } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { peopleByReference } from '../portal-users/index.ts'
import { feedsOfMatters, toFeed } from './matter-feeds.ts'
import { countInMatters } from './matter-payloads.ts'
import { whatOneMay } from './matter-policy.ts'
import type { MatterRow } from './matter-record.ts'

/**
 * Matters as calls return them. Callers who may not open one are answered its reference and title. How many recordings a matter has is for
 * callers who may read all of them: others would learn of recordings that they may not see.
 */
export const toMatters = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  rows: readonly MatterRow[],
): Promise<Matter[]> => {
  if (rows.length === 0) return []
  const references = rows.map(({ matter_reference }) => matter_reference)
  const people = await peopleByReference(tx, [...new Set(rows.flatMap(({ owner }) => owner ?? []))])
  const hasOwner = ({ owner }: MatterRow): boolean => owner !== null && people.get(owner)?.is_active === true
  const mays = new Map(rows.map((row) => [row.matter_reference, whatOneMay(ctx, row, hasOwner(row))]))
  const opened = references.filter((reference) => mays.get(reference)?.includes('open'))
  const holdsOf = await countHolds(tx, opened)
  const payloadsOf = ctx.access.isUnlimited('payloads:read') ? await countInMatters(tx, opened) : () => null
  const feeds = Map.groupBy(
    await feedsOfMatters(tx, opened, maxMatterFeeds),
    ({ matter_reference }) => matter_reference,
  )
  return rows.map((row) => {
    const may = mays.get(row.matter_reference) ?? []
    if (!may.includes('open')) return { ...row, ...unknown, may }
    return {
      ...row,
      is_owner_removed: row.owner !== null && !hasOwner(row),
      holds: holdsOf(row.matter_reference),
      payloads: payloadsOf(row.matter_reference),
      feeds: (feeds.get(row.matter_reference) ?? []).map(toFeed),
      may,
    }
  })
}

/** Everything but the reference and the title. Nobody changes a matter that they may not open, so its version says nothing. */
const unknown = {
  reason: null,
  review_on: null,
  is_closed: null,
  holds: null,
  owner: null,
  is_owner_removed: false,
  members: [],
  payloads: null,
  feeds: [],
  created_at: null,
  created_by: null,
  updated_at: null,
  updated_by: null,
  version: 1,
} satisfies Partial<Matter>

const countedTypes = {
  PortalUser: 'portal_users',
  DeviceUser: 'device_users',
  Group: 'groups',
  Payload: 'payloads',
} as const

const countHolds = async ({ db, client }: TenantTransaction, references: readonly string[]) => {
  const { rows } = await sql<{
    matter_reference: string
    target_type: keyof typeof countedTypes
    holds: number
  }>`select matter_reference, target_type, count(*) as holds from legal_holds
    where client = ${client} and matter_reference = any(${references}::text[]) and is_active
    group by matter_reference, target_type`.execute(db)
  return (matter_reference: string): Matter['holds'] => ({
    portal_users: 0,
    device_users: 0,
    groups: 0,
    payloads: 0,
    ...Object.fromEntries(
      rows
        .filter((counted) => counted.matter_reference === matter_reference)
        .map(({ target_type, holds }) => [countedTypes[target_type], holds]),
    ),
  })
}
