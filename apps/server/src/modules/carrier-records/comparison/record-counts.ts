import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'

/** The first days of the months, in UTC, from a time until another. */
export const monthsBetween = (from: Date, until: Date): Date[] => {
  const months: Date[] = []
  for (let month = monthOf(from); month <= until; month = nextMonth(month)) months.push(month)
  return months
}

const monthOf = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1))
export const nextMonth = (month: Date): Date => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
export const dayText = (day: Date): string => day.toISOString().slice(0, 'yyyy-mm-dd'.length)

/** Counts the records of a device in these months anew, in the transaction that changed them. */
export const recountMonths = async (
  { db, client }: TenantTransaction,
  device_reference: string,
  months: readonly Date[],
): Promise<void> => {
  for (const month of months) {
    const day = dayText(month)
    await db
      .deleteFrom('carrier_counts')
      .where('client', '=', client)
      .where('device_reference', '=', device_reference)
      .where('month', '=', day)
      .execute()
    // RETURNING, because an INSERT … SELECT under row-level security needs it (distribution rule 13).
    await sql`insert into carrier_counts
        (client, month, device_reference, "group", device_user_reference, own_number, record_type, outcome, is_signed_off, records)
      select ${client}::text, ${day}::date, ${device_reference}::text, coalesce("group", ''), coalesce(device_user_reference, ''),
        coalesce(own_number, ''), record_type, outcome, signed_off_at is not null, count(*)
      from carrier_records
      where client = ${client} and device_reference = ${device_reference} and begun_at >= ${month} and begun_at < ${nextMonth(month)}
      group by coalesce("group", ''), coalesce(device_user_reference, ''), coalesce(own_number, ''), record_type, outcome,
        signed_off_at is not null
      returning 1`.execute(db)
  }
}
