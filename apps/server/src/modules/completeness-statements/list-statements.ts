import {
  type CallInput,
  type CallResponse,
  type CompletenessStatement,
  type calls,
  ProductError,
} from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf, type Tables, type TenantTransaction } from '../../platform/database/index.ts'

/** All but the files, which may be large. */
export const statementColumns = [
  'statement_reference',
  'group',
  'month',
  'locale',
  'created_at',
  'created_by',
  'key_id',
  'pdf_sha256',
  'csv_sha256',
] as const
type Columns = Selectable<Tables['completeness_statements']>
type Row = Pick<Columns, (typeof statementColumns)[number]>

/** `GET /completeness/statements`. */
export const listCompletenessStatements = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listCompletenessStatements>,
) => {
  const visible = await ctx.groupsFor('completeness:read')
  return answerTableList(ctx, query, {
    table: 'completeness_statements',
    columns: statementColumns,
    // A reference begins with the time at which it was made.
    key: ['statement_reference'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('group', visible),
      isAnyOf('group', filter.groups),
      isAnyOf('month', filter.months),
    ],
    toItems: (rows) => ctx.read((tx) => statementsOf(tx, rows)),
  })
}

/** Statements as calls return them, each with the latest of its group and month if that is another one. */
const statementsOf = async (
  { db, client }: TenantTransaction,
  rows: readonly Row[],
): Promise<CompletenessStatement[]> => {
  const { rows: latest } = await sql<{ group: string; month: string; statement_reference: string }>`
    select "group", month, max(statement_reference) as statement_reference from completeness_statements
    where client = ${client} and "group" = any(${rows.map(({ group }) => group)}::text[])
      and month = any(${rows.map(({ month }) => month)}::text[])
    group by "group", month`.execute(db)
  return rows.map((row) => {
    const newest = latest.find(({ group, month }) => group === row.group && month === row.month)?.statement_reference
    return { ...row, superseded_by: newest === row.statement_reference ? null : (newest ?? null) }
  })
}

/** `GET /completeness/statements/{statement_reference}`. @throws ProductError `request.not_found` */
export const getCompletenessStatement = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getCompletenessStatement>,
): Promise<CallResponse<typeof calls.getCompletenessStatement>> => {
  const row = await readStatement(ctx, params.statement_reference, [...statementColumns, 'content'])
  const { content, ...of } = row
  const [statement] = await ctx.read((tx) => statementsOf(tx, [of]))
  if (!statement) throw new ProductError('request.not_found')
  return { statement, content }
}

/** Group and month of statements, by their references. */
export const namesOfStatements = async (
  { db, client }: TenantTransaction,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('completeness_statements')
    .select(['statement_reference', 'group', 'month'])
    .where('client', '=', client)
    .where('statement_reference', 'in', references)
    .execute()
  return new Map(rows.map(({ statement_reference, group, month }) => [statement_reference, `${group}, ${month}`]))
}

/**
 * Some columns of a statement that the caller may see.
 * @throws ProductError `request.not_found`, also for one of a group that the caller may not see
 */
export const readStatement = async <C extends keyof Columns>(
  ctx: RequestContext,
  statement_reference: string,
  columns: readonly (C | 'group')[],
) => {
  const row = await ctx.read(async ({ db, client }) => {
    const found = sql<Pick<Columns, C | 'group'>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from completeness_statements
      where client = ${client} and statement_reference = ${statement_reference}`
    return (await found.execute(db)).rows[0]
  })
  if (!row || !(await ctx.can('completeness:read', row.group))) throw new ProductError('request.not_found')
  ctx.setAuditGroup(row.group)
  return row
}
