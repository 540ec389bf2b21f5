import { accessFor, compileRoles } from '@holdfast/access'
import { type Permission, payloadTypes } from '@holdfast/contract'
import type pg from 'pg'
import { payloadPageStatement } from '../../apps/server/src/modules/payloads/lists/payload-page-query.ts'
import { type Position, signPosition } from '../../apps/server/src/platform/http/page-key.ts'
import type { Keys } from '../../apps/server/src/platform/keys/index.ts'
import type { BareCase } from './bare-list-process.ts'
import { client } from './installation.ts'
import { groupCount, sparseGroups } from './payload-rows.ts'

export const pageSize = 50
const deepPage = 10_000

/**
 * People, and the permissions of their roles. One sees half the groups through a condition on names, as customers write
 * them.
 */
export const people: Record<string, readonly Permission[]> = {
  'half of the groups': [
    { actions_matching: 'payloads:*', conditions: [{ names_matching: 'Group 0[0-9][0-9]', is_regex: true }] },
  ],
  'all groups': [{ actions_matching: 'payloads:*' }],
  '2 groups, 40 rows': sparseGroups.map((group) => ({
    actions_matching: 'payloads:read',
    conditions: [{ names_matching: group }],
  })),
}

/** The people who see all groups, and half of the groups. */
export const readers = ['all groups', 'half of the groups'] as const
export const permissionsOfReaders: Readonly<Record<string, readonly Permission[]>> = Object.fromEntries(
  readers.map((reader) => [reader, people[reader] ?? []]),
)

/** The names of all groups of the account. */
export const groupNames: readonly string[] = Array.from(
  { length: groupCount },
  (_, index) => `Group ${String(index).padStart(3, '0')}`,
)

export interface ListCase {
  name: string
  person: string
  /** The position after which the page begins; null for the first page. */
  position: Position | null
  /** How many rows come before the page, for contenders that page by offset. */
  skipped: number
}

/** The first page, page 10,000 (the middle one, if there are fewer), and the role that sees next to nothing. */
export const listCases = async (owner: pg.Client, rows: number): Promise<ListCase[]> => {
  const skipped = Math.min(deepPage * pageSize, Math.floor(rows / 2))
  const found = await owner.query<{ at: string; payload_reference: string }>(
    `select to_char(payload_time, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, payload_reference from app.payloads
     where client = $1 order by payload_time desc, payload_reference desc offset $2 limit 1`,
    [client, skipped],
  )
  const { at, payload_reference } = found.rows[0] ?? { at: '', payload_reference: '' }
  const deep = [at, payload_reference]
  return [
    { name: 'half, first page', person: 'half of the groups', position: null, skipped: 0 },
    { name: 'half, deep page', person: 'half of the groups', position: deep, skipped },
    { name: 'all, first page', person: 'all groups', position: null, skipped: 0 },
    { name: 'all, deep page', person: 'all groups', position: deep, skipped },
    { name: 'sparse', person: '2 groups, 40 rows', position: null, skipped: 0 },
  ]
}

/** The path of a case at Holdfast. */
export const pathOf = (keys: Keys, { position }: ListCase): string => {
  const filter = { date_filter_type: 'payload_time' }
  const key = position && signPosition(keys, { list: 'payloads', client, filter }, position)
  return `/api/client/v1/${client}/payloads?limit=${pageSize}${key ? `&last_key=${key}` : ''}`
}

/** The SQL that Holdfast issues for a case, with roles already evaluated. */
export const bareCaseOf = ({ person, position }: ListCase): BareCase => {
  const role = { role_reference: person, permissions: people[person] ?? [] }
  const access = accessFor(compileRoles([role], { client }), { address: '10.0.0.1' })
  const groups = groupNames.map((group_reference) => ({ group_reference, tags: [] }))
  const visible = access.visibility('payloads:read', groups, payloadTypes)
  const filter = { date_filter_type: 'payload_time' } as const
  const order = { sort: 'desc', limit: pageSize + 1, position, isPrefixFrequent: false } as const
  const page = payloadPageStatement({ client, filter, ...order }, visible)
  if (!page) throw new Error(`${person} see nothing`)
  return { sql: page.sql, name: page.name, parameters: page.parameters, limit: pageSize }
}
