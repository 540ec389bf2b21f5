import { parse } from 'pgsql-parser'

/**
 * Parses a query, and names each breach of the rules in docs/distribution.md. The rules concern tables of an account:
 * at every level of a query, each of them must be bound to the account by a parameter.
 */
export const queryBreaches = async (text: string, tenantTables: ReadonlySet<string>): Promise<string[]> => {
  const { stmts } = (await parse(text)) as unknown as { stmts: { stmt: Node }[] }
  const breaches: string[] = []
  for (const { stmt } of stmts) visit(stmt, { tenantTables, breaches })
  return breaches
}

type Node = { [key: string]: unknown }

interface CheckContext {
  tenantTables: ReadonlySet<string>
  breaches: string[]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const visit = (value: unknown, context: CheckContext): void => {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, context)
    return
  }
  if (!isNode(value)) return
  for (const [kind, body] of Object.entries(value)) {
    if (isNode(body)) readStatement(kind, body, context)
    visit(body, context)
  }
}

const readStatement = (kind: string, body: Node, context: CheckContext): void => {
  const { breaches } = context
  if (kind === 'SelectStmt') {
    requireBound(tablesOf(body.fromClause), [body.whereClause, ...joinConditions(body.fromClause)], context)
    if (body.limitOffset) breaches.push('rule 15 and keyset pages: OFFSET')
  }
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') {
    const others = tablesOf(body.fromClause ?? body.usingClause)
    const target = body.relation as Node
    requireBound([tableOf(target), ...others], [body.whereClause], context)
  }
  if (kind === 'UpdateStmt') requireImmutable('rule 12: UPDATE sets', body.targetList, new Set(['now']), context)
  if (kind === 'OnConflictClause' || kind === 'onConflictClause') {
    requireImmutable('rule 12: ON CONFLICT sets', body.targetList, new Set(), context)
  }
  if (kind === 'returningClause') requireImmutable('rule 12: RETURNING', body.exprs, new Set(), context)
  if (kind === 'InsertStmt') readInsert(body, context)
  if (kind === 'MergeStmt') breaches.push('rule 13: MERGE')
  if (kind === 'DeclareCursorStmt') breaches.push('rule 15: a cursor')
  if (kind === 'CopyStmt') breaches.push('rule 13: COPY')
}

const readInsert = (body: Node, { breaches, tenantTables }: CheckContext): void => {
  const { relname } = body.relation as { relname: string }
  if (!tenantTables.has(relname)) return
  const columns = (body.cols as { ResTarget: { name: string } }[] | undefined) ?? []
  if (!columns.some(({ ResTarget }) => ResTarget.name === 'client'))
    breaches.push(`${relname} is inserted without client`)
  const source = (body.selectStmt as { SelectStmt?: Node } | undefined)?.SelectStmt
  const isSelect = source !== undefined && source.valuesLists === undefined
  if (isSelect && !body.returningClause && !body.onConflictClause) {
    breaches.push(`rule 13: INSERT … SELECT into ${relname} without RETURNING or ON CONFLICT`)
  }
  if (!isSelect && JSON.stringify(source?.valuesLists ?? []).includes('"SubLink"')) {
    breaches.push(`rule 13: a subquery inside VALUES of ${relname}`)
  }
}

interface Table {
  name: string
  alias: string
}

const tableOf = (relation: Node): Table => {
  const { relname, alias } = relation as { relname: string; alias?: { aliasname: string } }
  return { name: relname, alias: alias?.aliasname ?? relname }
}

/** The tables in the FROM of this level; subqueries are checked separately. */
const tablesOf = (from: unknown): Table[] => {
  if (Array.isArray(from)) return from.flatMap(tablesOf)
  if (!isNode(from)) return []
  if (isNode(from.RangeVar)) return [tableOf(from.RangeVar)]
  if (isNode(from.JoinExpr)) return [...tablesOf(from.JoinExpr.larg), ...tablesOf(from.JoinExpr.rarg)]
  return []
}

const joinConditions = (from: unknown): unknown[] => {
  if (Array.isArray(from)) return from.flatMap(joinConditions)
  if (!isNode(from) || !isNode(from.JoinExpr)) return []
  const { quals, larg, rarg } = from.JoinExpr
  return [quals, ...joinConditions(larg), ...joinConditions(rarg)]
}

const requireBound = (tables: readonly Table[], conditions: readonly unknown[], context: CheckContext): void => {
  const own = tables.filter(({ name }) => context.tenantTables.has(name))
  const bound = new Set(conditions.flatMap(boundAliases))
  for (const { name, alias } of own) {
    const isBound = bound.has(alias) || (own.length === 1 && bound.has(''))
    if (!isBound) context.breaches.push(`rule 11: ${name} is not bound to the client by a parameter`)
  }
}

/** Aliases with `alias.client = $n` among conditions that must all hold; '' if the column names no table. */
const boundAliases = (condition: unknown): string[] => {
  if (!isNode(condition)) return []
  if (isNode(condition.BoolExpr)) {
    const { boolop, args } = condition.BoolExpr as { boolop: string; args: unknown[] }
    return boolop === 'AND_EXPR' ? args.flatMap(boundAliases) : []
  }
  if (!isNode(condition.A_Expr)) return []
  const { lexpr, rexpr, name } = condition.A_Expr as { lexpr: Node; rexpr: Node; name: unknown }
  if (!JSON.stringify(name).includes('"="') || !isNode(lexpr?.ColumnRef) || !isParameter(rexpr)) return []
  const fields = (lexpr.ColumnRef.fields as { String?: { sval: string } }[]).map((field) => field.String?.sval ?? '*')
  if (fields.at(-1) !== 'client') return []
  return [fields.length > 1 ? (fields.at(-2) ?? '') : '']
}

const isParameter = (value: unknown): boolean => {
  if (!isNode(value)) return false
  if (isNode(value.ParamRef)) return true
  return isNode(value.TypeCast) && isParameter(value.TypeCast.arg)
}

const immutableFunctions = new Set([
  'coalesce',
  'greatest',
  'least',
  'jsonb_build_object',
  'array_append',
  'array_remove',
])

/** Rejects functions whose value could differ between nodes (rule 12). */
const requireImmutable = (
  where: string,
  list: unknown,
  allowed: ReadonlySet<string>,
  { breaches }: CheckContext,
): void => {
  const names = JSON.stringify(list ?? []).matchAll(/"funcname":\[(.*?)\]/g)
  for (const [, parts = ''] of names) {
    const name = [...parts.matchAll(/"sval":"(\w+)"/g)].at(-1)?.[1] ?? ''
    if (!allowed.has(name) && !immutableFunctions.has(name)) breaches.push(`${where} ${name}()`)
  }
}
