import type { Visibility } from '@holdfast/access'
import { limits, type Payload, unusualThresholds } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { queryBuilder, type Statement } from '../../../platform/database/index.ts'
import { payloadsInMatter } from '../../legal-holds/index.ts'
import { periodConditions, rowConditions } from './payload-filter.ts'
import { hasNumber, hasNumberWithPrefix, numberBranches } from './payload-number-query.ts'
import { afterPosition, inOrder, type PayloadPage } from './payload-order.ts'
import { hasFewBranches, type Scope, scopesOf } from './payload-scope.ts'

/*
 * Each branch of a page's query reads at most one page from an index in the list's order, and the branches are merged. So a
 * page costs the same at any position and however few rows a role may see. Never use a plain `group = any(…)` over the whole
 * table (ARCHITECTURE.md, 'Data').
 */

/** Values to look up in an index, one branch each. */
interface Probe {
  column:
    | 'payload_reference'
    | 'group'
    | 'payload_type'
    | 'payload_state'
    | 'device_reference'
    | 'device_user_reference'
  values: readonly string[]
}

/** The part of a page that decides how its rows are looked up. */
type Searched = Pick<PayloadPage, 'filter' | 'sort' | 'limit' | 'isPrefixFrequent'>

/** The default page of 50, and one row that shows whether another page follows. */
const defaultRowLimit = 51

/**
 * Of recordings with megabytes of metadata, lists contain only the short fields, because a page of them would be too
 * large for a browser. `GET /payloads/{payload_reference}` returns all fields.
 */
const listedMeta = `case when not 'large_metadata' = any(p.unusual) then p.meta else
   (select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(p.meta) field
    where length(field.value::text) < 1000) end`

/** The columns of `payloads p` that lists return. Arrays are read as JSON, which the driver parses in less time. */
export const listedColumns = sql.raw(
  `p.client, p.payload_reference, p.payload_type, p.payload_state, p."group", p.device_reference, p.device_user_reference,
   p.device_ip, case when p.sequence >= 0 then p.sequence end as sequence, p.key_id, p.checksum, p.size, ${listedMeta} as meta, p.amendments, p.media,
   to_json(p.numbers[1:${unusualThresholds.maxParties}]) as numbers, p.thread_id, p.failure, p.is_legacy, p.legacy_source, p.legacy_reference, p.is_late, p.is_personal_number, to_json(p.unusual) as unusual, p.payload_time, p.registered_at, p.uploaded_at, p.processed_at, p.damaged_at, p.transferred_at,
   p.receipt_confirmed_at, p.receipt_confirmed_by, p.reviewed_at, p.reviewed_by, p.disposition, p.updated_at, p.updated_by`,
)

/** The statement for one page of what the caller may see; `null` if that is nothing. */
export const payloadPageStatement = (page: PayloadPage, visible: readonly Visibility[]): Statement<Payload> | null => {
  const query = rowsOfMergedTypes(page, visible) ?? rowsOfKeys(page, visible)
  if (!query) return null
  const statement = query.compile(queryBuilder)
  const name = preparedName(page, visible)
  return name === null ? statement : { ...statement, name }
}

/** The branches find more rows than the page has, so they select only keys. The rows themselves are read for the page. */
const rowsOfKeys = (page: PayloadPage, visible: readonly Visibility[]): RawBuilder<Payload> | null => {
  const keys = payloadKeysQuery(page, visible)
  return (
    keys &&
    sql<Payload>`select ${listedColumns} from (${keys}) page
      join payloads p on p.client = ${page.client} and p.payload_reference = page.payload_reference
      order by ${inOrder(page, dateOf(page), sql.ref('p.payload_reference'))}`
  )
}

/** Where types are merged, nothing is found twice, and hardly more than the page: its rows are read at once, which takes half of the time. */
const rowsOfMergedTypes = (page: PayloadPage, visible: readonly Visibility[]): RawBuilder<Payload> | null => {
  if (!areRowsReadAtOnce(page, visible)) return null
  const scopes = scopesOf(visible, page.filter.groups)
  const types = scopes.map((scope) => mergedTypes(page, scope, conditionsOf(page), listedColumns))
  return sql<Payload>`select p.* from (${sql.join(types, sql` union all `)}) p
    order by ${inOrder(page, dateOf(page), sql.ref('p.payload_reference'))} limit ${sql.lit(page.limit)}`
}

/** Whether one query finds and reads the rows of a page. A condition on a column that no index has then costs no further reads. */
export const areRowsReadAtOnce = (page: Searched, visible: readonly Visibility[]): boolean => {
  const scopes = scopesOf(visible, page.filter.groups)
  return scopes.length > 0 && scopes.every((scope) => areTypesMerged(page, scope))
}

/**
 * The name under which a usual page is prepared, because planning it takes longer than executing it; `null` for other pages. The text of a
 * page depends on nothing but what its name tells, and one plan is the best for all parameters. Names are few, because each
 * connection keeps up to 1 MiB for each of them, and PostgreSQL compares their first 63 bytes only.
 */
const preparedName = (page: PayloadPage, visible: readonly Visibility[]): string | null => {
  const [scope, ...others] = scopesOf(visible, page.filter.groups)
  if (!isUsual(page) || !scope || others.length > 0) return null
  const { types, groups } = scope
  const isByGroup = groups !== null && hasFewBranches(groups, types)
  return [
    isByGroup ? `${page.limit} payloads by group` : `${page.limit} payloads of ${types.length} types`,
    ...(groups && !isByGroup ? ['in groups'] : []),
    ...(page.filter.is_deleted === false ? ['not deleted'] : []),
    ...(page.position ? ['later page'] : []),
  ].join(', ')
}

/** What the filter of a usual page may have: groups and types decide where it is looked for, and few recordings are deleted. */
const usualFilters: readonly string[] = ['date_filter_type', 'payload_types', 'groups', 'is_deleted']

/** Whether the portal opens lists with such a page, or an export reads such pages. */
const isUsual = ({ filter, sort, limit }: Searched): boolean =>
  sort === 'desc' &&
  (limit === defaultRowLimit || limit > longPage) &&
  filter.date_filter_type === 'payload_time' &&
  filter.is_deleted !== true &&
  Object.entries(filter).every(([name, value]) => value === undefined || usualFilters.includes(name))

/** The SQL for the keys and dates of such a page. */
export const payloadKeysQuery = (page: PayloadPage, visible: readonly Visibility[]): RawBuilder<unknown> | null => {
  const branches = scopesOf(visible, page.filter.groups).map((scope) => branch(page, scope))
  if (branches.length === 0) return null
  const date = sql.ref(page.filter.date_filter_type)
  // Several of the requested numbers may find the same payload.
  return sql`select distinct on (${date}, payload_reference) *
    from (${sql.join(branches, sql` union all `)}) found
    order by ${inOrder(page, date, sql.ref('payload_reference'))} limit ${sql.lit(page.limit)}`
}

const branch = (page: PayloadPage, scope: Scope): RawBuilder<unknown> => {
  const conditions = conditionsOf(page)
  if (page.filter.matter_reference !== undefined) return matterBranch(page, scope, page.filter.matter_reference)
  if (areTypesMerged(page, scope)) return mergedTypes(page, scope, conditions, keyColumns(page))
  return areNumbersLookedUp(page) ? numberBranches(page, scope, conditions) : payloadBranches(page, scope, conditions)
}

const areNumbersLookedUp = ({ filter: { numbers, number_prefix }, isPrefixFrequent }: Searched): boolean =>
  numbers !== undefined || (number_prefix !== undefined && !isPrefixFrequent)

/** The conditions of a row but for the account, its place in the list, and what it is looked up by. */
const conditionsOf = ({ client, filter, isPrefixFrequent }: PayloadPage): RawBuilder<unknown>[] => {
  const isChecked = filter.number_prefix !== undefined && (filter.numbers || isPrefixFrequent)
  return [...rowConditions(filter, client), ...(isChecked ? [hasNumberWithPrefix(filter)] : [])]
}

/**
 * Whether each type is a query of its own, which `order by` merges: all of them together are read only as far as the page needs, and not
 * each one until it fills the page. Planning that takes longer, so it is for usual pages, which are prepared, and for those that pass over many rows.
 */
const areTypesMerged = (page: Searched, { types, groups }: Scope): boolean => {
  const { filter, isPrefixFrequent, limit } = page
  const { payload_references, device_references, device_user_references, payload_states, date_filter_type } = filter
  const isLookedUp =
    page.filter.matter_reference !== undefined ||
    areNumbersLookedUp(page) ||
    payload_references !== undefined ||
    filter.legacy_reference !== undefined ||
    device_references !== undefined ||
    device_user_references !== undefined ||
    (groups !== null && hasFewBranches(groups, types))
  const isRare = filter.is_damaged === true || (payload_states !== undefined && !payload_states.includes('Processed'))
  const isWorthPlanning = isUsual(page) || isPrefixFrequent || limit > longPage
  return date_filter_type === 'payload_time' && !isLookedUp && !isRare && isWorthPlanning
}

/** The recordings of a matter in a scope. Matters are small beside the account, so their recordings are looked up and nothing else is read. */
const matterBranch = (page: PayloadPage, scope: Scope, matter_reference: string): RawBuilder<unknown> => {
  const { client, filter, limit } = page
  const { matter_reference: _, ...others } = filter
  const [date, reference] = [
    filter.date_filter_type === 'payload_time' ? sql.ref('m.payload_time') : dateOf(page),
    sql.ref('m.payload_reference'),
  ]
  const where = [
    sql`p.client = ${client}`,
    sql`p.payload_type = any(${scope.types}::text[])`,
    ...ofGroups(scope.groups),
    ...rowConditions(others, client),
    ...(filter.numbers ? [hasNumber(filter.numbers)] : []),
    ...(filter.number_prefix === undefined ? [] : [hasNumberWithPrefix(filter)]),
    ...periodConditions(filter, 'p'),
    ...afterPosition(page, date, reference),
  ]
  return sql`(select m.payload_reference, ${date} from ${payloadsInMatter(client, matter_reference)} m
    join payloads p on p.client = ${client} and p.payload_reference = m.payload_reference
    where ${sql.join(where, sql` and `)} order by ${inOrder(page, date, reference)} limit ${sql.lit(limit)})`
}

const payloadBranches = (
  page: PayloadPage,
  { types, groups }: Scope,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const { payload_references, device_references, device_user_references, payload_states, date_filter_type } =
    page.filter
  const within = [sql`p.payload_type = any(${types}::text[])`, ...ofGroups(groups), ...conditions]
  if (payload_references) return branches(page, [{ column: 'payload_reference', values: payload_references }], within)
  // Few recordings have it: the index of legacy references finds them in the order of the list.
  if (page.filter.legacy_reference !== undefined) return branches(page, [], within)
  if (device_references) return branches(page, [{ column: 'device_reference', values: device_references }], within)
  if (device_user_references) {
    return branches(page, [{ column: 'device_user_reference', values: device_user_references }], within)
  }
  if (date_filter_type !== 'payload_time') return branches(page, [], within)
  if (payload_states && !payload_states.includes('Processed')) {
    const rare = sql`p.payload_state <> 'Processed'`
    return branches(page, [{ column: 'payload_state', values: payload_states }], [rare, ...within])
  }
  const isLookedUp = groups !== null && hasFewBranches(groups, types)
  // Damage is so rare that all of it is read in its own order, and not each type in search of it.
  if (page.filter.is_damaged && !isLookedUp) return branches(page, [], within)
  const byType: Probe = { column: 'payload_type', values: types }
  if (isLookedUp) return branches(page, [{ column: 'group', values: groups }, byType], conditions)
  return branches(page, [byType], [...ofGroups(groups), ...conditions])
}

/** More rows than a page on a screen has: an export reads such pages, for which each type would otherwise be read until it fills the page. */
const longPage = limits.maxPageRows + 1

/** Each type as a query of its own (`areTypesMerged`). */
const mergedTypes = (
  page: PayloadPage,
  { types, groups }: Scope,
  conditions: readonly RawBuilder<unknown>[],
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const within = groups ? [isOneOf(groups), ...conditions] : conditions
  const rows = types.map((type) => rowsInOrder(page, [sql`p.payload_type = ${type}`, ...within], columns))
  return sql`${sql.join(rows, sql` union all `)}`
}

/**
 * That a row is of one of the groups, looked up by their names as the keys of an object. For `= any(…)`, PostgreSQL compares each of
 * the groups with its statistics in each branch, and in a prepared query with each row.
 */
const isOneOf = (groups: readonly string[]): RawBuilder<unknown> => {
  const named = JSON.stringify(Object.fromEntries(groups.map((group) => [group, true])))
  return sql`${named}::jsonb -> p."group" is not null`
}

const ofGroups = (groups: Scope['groups']): RawBuilder<unknown>[] =>
  groups ? [sql`p."group" = any(${groups}::text[])`] : []

const branches = (
  page: PayloadPage,
  probes: readonly Probe[],
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const from = probes.map(({ column, values }) => sql`unnest(${values}::text[]) as ${sql.id(`probe_${column}`)}`)
  const rows = rowsInOrder(page, [
    ...probes.map(({ column }) => sql`p.${sql.ref(column)} = ${sql.id(`probe_${column}`)}`),
    ...conditions,
  ])
  if (from.length === 0) return rows
  return sql`select branch.* from ${sql.join(from, sql` cross join `)} cross join lateral ${rows} branch`
}

/** At most a page of rows that meet the conditions, in the order of the list. */
const rowsInOrder = (
  page: PayloadPage,
  conditions: readonly RawBuilder<unknown>[],
  columns = keyColumns(page),
): RawBuilder<unknown> => {
  const [date, reference] = [dateOf(page), sql.ref('p.payload_reference')]
  const where = [
    sql`p.client = ${page.client}`,
    ...conditions,
    ...periodConditions(page.filter, 'p'),
    ...afterPosition(page, date, reference),
  ]
  return sql`(select ${columns} from payloads p where ${sql.join(where, sql` and `)}
    order by ${inOrder(page, date, reference)} limit ${sql.lit(page.limit)})`
}

const keyColumns = (page: PayloadPage) => sql`p.payload_reference, ${dateOf(page)}`

const dateOf = ({ filter }: PayloadPage) => sql.ref(`p.${filter.date_filter_type}`)
