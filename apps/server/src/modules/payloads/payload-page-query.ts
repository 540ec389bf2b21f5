import type { Visibility } from '@holdfast/access'
import { type Payload, unusualThresholds } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { queryBuilder, type Statement } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { type PayloadFilter, rowConditions } from './payload-filter.ts'

/**
 * A page of a list of payloads. Each branch of its query reads at most one page from an index in the list's order,
 * and the branches are merged. So a page costs the same at any position and however few rows a role may see. Never
 * use a plain `group = any(…)` over the whole table (ARCHITECTURE.md, 'Data').
 */
export interface PayloadPage {
  client: string
  filter: PayloadFilter
  /** Part of the query's text: a plan for an unknown limit would read and sort all rows. */
  limit: number
  position: Position | null
}

/** Values to look up in an index, one branch each. */
interface Probe {
  column: 'group' | 'payload_type' | 'payload_state' | 'device_reference' | 'device_user_reference'
  values: readonly string[]
}

/** With more branches than this, a single scan by time that filters by group finds a page sooner. */
const maxBranches = 256

const hasFewBranches = (groups: readonly string[], types: readonly string[]): boolean =>
  groups.length * types.length <= maxBranches

/** The default page of 50, and one row that shows whether another page follows. */
const defaultRowLimit = 51

/**
 * Of recordings with megabytes of metadata, lists contain only the short fields, because a page of them would be too
 * large for a browser. `GET /payloads/{payload_reference}` returns all fields.
 */
const listedMeta = `case when not 'large_metadata' = any(p.unusual) then p.meta else
   (select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(p.meta) field
    where length(field.value::text) < 1000) end`

const columns = sql.raw(
  `p.client, p.payload_reference, p.payload_type, p.payload_state, p."group", p.device_reference, p.device_user_reference,
   p.device_ip, p.sequence, p.key_id, p.checksum, p.size, ${listedMeta} as meta, p.media,
   p.numbers[1:${unusualThresholds.maxParties}] as numbers, p.failure, p.is_legacy, p.is_late, p.is_personal_number, p.unusual, p.payload_time, p.registered_at, p.uploaded_at, p.processed_at, p.damaged_at, p.transferred_at,
   p.receipt_confirmed_at, p.receipt_confirmed_by, p.updated_at, p.updated_by`,
)

/**
 * The statement for one page of what the caller may see, newest first; `null` if that is nothing. The branches find more
 * rows than the page has, so they select only keys. The rows themselves are read for the page.
 */
export const payloadPageStatement = (page: PayloadPage, visible: readonly Visibility[]): Statement<Payload> | null => {
  const keys = payloadKeysQuery(page, visible)
  if (!keys) return null
  const statement = sql<Payload>`select ${columns} from (${keys}) page
    join payloads p on p.client = ${page.client} and p.payload_reference = page.payload_reference
    order by ${sql.ref(`p.${page.filter.date_filter_type}`)} desc, p.payload_reference desc`.compile(queryBuilder)
  const name = preparedName(page, visible)
  return name === null ? statement : { ...statement, name }
}

/**
 * The name under which the list as a portal opens it is prepared, because planning it took as long as executing it; `null` for
 * other lists. Only queries whose conditions are all in their index have one, since one plan is then the best for all parameters.
 */
const preparedName = ({ filter, limit, position }: PayloadPage, visible: readonly Visibility[]): string | null => {
  const [row] = visible
  const isUsual =
    limit === defaultRowLimit && filter.date_filter_type === 'payload_time' && Object.keys(filter).length === 1
  if (!isUsual || visible.length !== 1 || !row) return null
  const index = row.groups === 'all' ? 'type' : hasFewBranches(row.groups, row.payload_types) ? 'group' : null
  return index && `payloads by ${index}${position ? ', later page' : ''}`
}

/** The SQL for the keys and dates of such a page. */
export const payloadKeysQuery = (page: PayloadPage, visible: readonly Visibility[]): RawBuilder<unknown> | null => {
  const branches = visible.flatMap((row) => {
    const groups = groupsToSearch(row.groups, page.filter.groups)
    return groups?.length === 0 ? [] : [branch(page, row.payload_types, groups)]
  })
  if (branches.length === 0) return null
  const date = sql.ref(page.filter.date_filter_type)
  // Several of the requested numbers may find the same payload.
  return sql`select distinct on (${date}, payload_reference) *
    from (${sql.join(branches, sql` union all `)}) found
    order by ${date} desc, payload_reference desc limit ${sql.lit(page.limit)}`
}

/** The groups to search; `null` for all groups. */
const groupsToSearch = (seen: readonly string[] | 'all', wanted: readonly string[] | undefined) => {
  if (seen === 'all') return wanted ?? null
  return wanted ? seen.filter((group) => wanted.includes(group)) : seen
}

const branch = (page: PayloadPage, types: readonly string[], groups: readonly string[] | null): RawBuilder<unknown> => {
  const { numbers, device_references, device_user_references, payload_states, date_filter_type } = page.filter
  const ofGroups = groups ? [sql`p."group" = any(${groups}::text[])`] : []
  const within = [sql`p.payload_type = any(${types}::text[])`, ...ofGroups, ...rowConditions(page.filter)]
  if (numbers) return numberBranches(page, numbers, within)
  if (device_references) return branches(page, [{ column: 'device_reference', values: device_references }], within)
  if (device_user_references) {
    return branches(page, [{ column: 'device_user_reference', values: device_user_references }], within)
  }
  if (date_filter_type !== 'payload_time') return branches(page, [], within)
  if (payload_states && !payload_states.includes('Processed')) {
    const rare = sql`p.payload_state <> 'Processed'`
    return branches(page, [{ column: 'payload_state', values: payload_states }], [rare, ...within])
  }
  const byType: Probe = { column: 'payload_type', values: types }
  if (groups && hasFewBranches(groups, types)) {
    return branches(page, [{ column: 'group', values: groups }, byType], rowConditions(page.filter))
  }
  return branches(page, [byType], [...ofGroups, ...rowConditions(page.filter)])
}

const branches = (
  { client, filter, limit, position }: PayloadPage,
  probes: readonly Probe[],
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const date = sql.ref(`p.${filter.date_filter_type}`)
  const from = probes.map(({ column, values }) => sql`unnest(${values}::text[]) as ${sql.id(`probe_${column}`)}`)
  const matches = probes.map(({ column }) => sql`p.${sql.ref(column)} = ${sql.id(`probe_${column}`)}`)
  const rows = sql`(select p.payload_reference, ${date} from payloads p
    where ${sql.join([sql`p.client = ${client}`, ...matches, ...conditions, ...after(date, position)], sql` and `)}
    order by ${date} desc, p.payload_reference desc limit ${sql.lit(limit)})`
  if (from.length === 0) return rows
  return sql`select branch.* from ${sql.join(from, sql` cross join `)} cross join lateral ${rows} branch`
}

/** Numbers have a table of their own, because a GIN index cannot be used under row-level security (distribution rule 7). */
const numberBranches = (
  { client, filter, limit, position }: PayloadPage,
  numbers: readonly string[],
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const byTime = filter.date_filter_type === 'payload_time'
  const date = byTime ? sql.ref('n.payload_time') : sql.ref(`p.${filter.date_filter_type}`)
  return sql`select branch.* from unnest(${numbers}::text[]) as probe_number cross join lateral (
    select p.payload_reference, ${sql.ref(`p.${filter.date_filter_type}`)} from payload_numbers n
    join payloads p on p.client = ${client} and p.payload_reference = n.payload_reference
    where ${sql.join([sql`n.client = ${client} and n.number = probe_number`, ...conditions, ...after(date, position, 'n')], sql` and `)}
    order by ${date} desc, n.payload_reference desc limit ${sql.lit(limit)}) branch`
}

const after = (date: RawBuilder<unknown>, position: Position | null, table = 'p'): RawBuilder<unknown>[] => {
  if (!position) return []
  const [time, reference] = position
  return [sql`(${date}, ${sql.ref(`${table}.payload_reference`)}) < (${time}::timestamptz, ${reference}::text)`]
}
