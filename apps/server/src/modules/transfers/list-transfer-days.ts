import { type CallInput, type calls, spanOfDateParameter, type TransferDay } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerList, cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { allOf, isAnyOf, isEqual, type TenantTransaction } from '../../platform/database/index.ts'

type Filter = NonNullable<CallInput<typeof calls.listTransferDays>['query']['filter']>

/** `GET /transfer_days`. */
export const listTransferDays = (ctx: RequestContext, { query }: CallInput<typeof calls.listTransferDays>) =>
  answerList<Filter, TransferDay, TransferDay>(ctx, query, {
    list: 'transfer_days',
    rows: (filter, limit, position) =>
      ctx.read((tx) => readDays(tx, filter, limit, position && [String(position[0]), String(position[1])])),
    positionOf: ({ day, transfer_config_reference }) => [day, transfer_config_reference],
    toItems: (days) => days,
    total: async (filter) => cappedTotal((await ctx.read((tx) => readDays(tx, filter, maxCountedRows, null))).length),
  })

/** Days that are added up by one statement. */
const daysTogether = 31

/** The latest days on which windows ended. Each is found by the index, so that a page reads no more than its days. */
const daysBefore = async (tx: TenantTransaction, filter: Partial<Filter>, before: string | null): Promise<string[]> => {
  const { date_from, date_to } = filter
  const from = date_from === undefined ? null : spanOfDateParameter(date_from).from
  const until = date_to === undefined ? null : spanOfDateParameter(date_to).until
  const latest = (end: ReturnType<typeof sql>) => sql`(select to_char(max(report_to) at time zone 'UTC', 'YYYY-MM-DD')
    from transfers where client = ${tx.client} and report_to < ${end} and report_to >= coalesce(${from}::timestamptz, '-infinity'))`
  const end = sql`least(coalesce(${until}::timestamptz, 'infinity'), coalesce(${before}::timestamptz, 'infinity'))`
  const { rows } = await sql<{ day: string }>`with recursive days (day) as (
      select ${latest(end)}
      union all select ${latest(sql`(day || 'T00:00:00Z')::timestamptz`)} from days where day is not null)
    select day from days where day is not null limit ${daysTogether}`.execute(tx.db)
  return rows.map(({ day }) => day)
}

const readDays = async (
  tx: TenantTransaction,
  filter: Partial<Filter>,
  limit: number,
  position: readonly [day: string, reference: string] | null,
): Promise<TransferDay[]> => {
  const [lastDay = null, lastReference = null] = position ?? []
  const found: TransferDay[] = []
  // The day of the position may have further configurations.
  let before = lastDay === null ? null : new Date(Date.parse(lastDay) + 24 * 60 * 60 * 1000).toISOString()
  while (found.length < limit) {
    const days = await daysBefore(tx, filter, before)
    const first = days.at(-1)
    if (first === undefined) break
    const rows = await addUp(tx, filter, `${first}T00:00:00Z`, before)
    found.push(...rows.filter((row) => row.day !== lastDay || row.transfer_config_reference > (lastReference ?? '')))
    before = `${first}T00:00:00Z`
  }
  return found.slice(0, limit)
}

/** Days from one time to before another, the latest first. */
export const addUp = async (
  tx: TenantTransaction,
  { transfer_config_references, has_difference, date_from, date_to }: Partial<Filter>,
  from: string,
  before: string | null,
): Promise<TransferDay[]> => {
  const where = allOf([
    isEqual('client', tx.client),
    sql<boolean>`report_to >= ${from}::timestamptz`,
    before === null ? undefined : sql<boolean>`report_to < ${before}::timestamptz`,
    date_from === undefined
      ? undefined
      : sql<boolean>`report_to >= ${spanOfDateParameter(date_from).from}::timestamptz`,
    date_to === undefined ? undefined : sql<boolean>`report_to < ${spanOfDateParameter(date_to).until}::timestamptz`,
    isAnyOf('transfer_config_reference', transfer_config_references),
  ])
  const { rows } = await sql<TransferDay & { is_different: boolean }>`
    select to_char(report_to at time zone 'UTC', 'YYYY-MM-DD') as day, transfer_config_reference,
      count(*)::integer as transfers, sum(collected)::integer as collected, sum(waiting)::integer as waiting,
      sum(sent)::integer as sent, sum(confirmed)::integer as confirmed, sum(differs)::integer as differs,
      sum(failed)::integer as failed, sum(left_out)::integer as left_out, sum(bytes)::bigint as bytes,
      sum(duplicate)::integer as duplicate,
      bool_or(waiting > 0 or failed > 0 or differs > 0 or state <> 'Succeeded') as is_different
    from transfers where ${where} group by 1, 2 order by 1 desc, transfer_config_reference collate "C"`.execute(tx.db)
  return rows.flatMap(({ is_different, ...day }) =>
    has_difference === undefined || has_difference === is_different ? [day] : [],
  )
}
