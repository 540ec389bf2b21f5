import type { CallInput, CarrierMonths, CarrierOutcome, CarrierRecordType, calls } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import { allOf, isAnyOf, type TenantTransaction } from '../../../platform/database/index.ts'

type Row = CarrierMonths['items'][number] & { month: string; group: string }

const shownMonths = 13

/** `GET /carrier_months`: from counts by month, of groups that the caller may see. */
export const getCarrierMonths = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getCarrierMonths>,
): Promise<CarrierMonths> => {
  const visible = await ctx.groupsFor('carrier_records:read')
  // Records of no group are counted under ''.
  const seen = ctx.access.can('carrier_imports:read') ? [...visible, ''] : visible
  const where = allOf([isAnyOf('group', seen), isAnyOf('group', query.groups)])
  const { rows } = await ctx.read(({ db, client }) =>
    sql<Row>`select month, "group", outcome, is_signed_off, sum(records)::integer as records from carrier_counts
      where client = ${client} and ${where} and month in (
        select distinct month from carrier_counts where client = ${client} and ${where} order by month desc limit ${shownMonths})
      group by month, "group", outcome, is_signed_off
      order by month desc, "group", outcome, is_signed_off`.execute(db),
  )
  return {
    items: rows.map((row) => ({
      ...row,
      month: row.month.slice(0, 'yyyy-mm'.length),
      group: row.group === '' ? null : row.group,
    })),
  }
}

interface MonthCount {
  record_type: CarrierRecordType
  outcome: CarrierOutcome
  is_signed_off: boolean
  records: number
}

/** Counts the records of one group in one month (yyyy-mm). */
export const countCarrierMonth = async (
  { client, db }: TenantTransaction,
  { group, month }: { group: string; month: string },
): Promise<MonthCount[]> => {
  const { rows } = await sql<MonthCount>`
    select record_type, outcome, is_signed_off, sum(records)::bigint as records from carrier_counts
    where client = ${client} and "group" = ${group} and month = ${`${month}-01`}::date
    group by record_type, outcome, is_signed_off
    order by record_type, outcome, is_signed_off`.execute(db)
  return rows
}
