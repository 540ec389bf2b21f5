import type { PayloadState } from '@holdfast/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import { storedJson, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import { allDays } from '../payloads/index.ts'

/** The service of recordings that need none. */
export const noService = ''
/** The `service` of the days of an account as a whole. */
export const wholeAccount = '*'

export interface DailyFigures {
  day: string
  service: string
  payload_state: PayloadState
  payloads: number
}

export type ServiceFigures = Omit<Selectable<Tables['service_statistics']>, 'client'>

/** When the days were counted that not every run counts; `null` before the first run. */
export const allDaysCountedAt = async ({ client, db }: TenantTransaction): Promise<string | null> => {
  const row = await db
    .selectFrom('account_statistics')
    .select('all_days_as_of')
    .where('client', '=', client)
    .executeTakeFirst()
  return row?.all_days_as_of ?? null
}

/** Replaces the figures of the days since `first` and those of all days. */
export const replaceDays = async (
  { client, db }: TenantTransaction,
  first: string,
  days: readonly DailyFigures[],
): Promise<void> => {
  await sql`delete from daily_statistics where client = ${client} and (day >= ${first} or day = ${allDays})`.execute(db)
  // Two workers may count at the same time: neither waits for rows that the other deleted.
  await sql`insert into daily_statistics (client, day, service, payload_state, payloads)
    select ${client}::text, day, service, payload_state, payloads
    from json_populate_recordset(null::daily_statistics, ${storedJson(days)}::json)
    on conflict (client, day, service, payload_state) do update set payloads = excluded.payloads`.execute(db)
}

export const storeServices = async (
  { client, db }: TenantTransaction,
  services: readonly ServiceFigures[],
): Promise<void> => {
  await sql`insert into service_statistics (client, service, users, devices, stored_bytes)
    select ${client}::text, service, users, devices, stored_bytes
    from json_populate_recordset(null::service_statistics, ${storedJson(services)}::json)
    on conflict (client, service) do update set users = excluded.users, devices = excluded.devices,
      stored_bytes = excluded.stored_bytes`.execute(db)
}

export const storeAccount = async (
  { client, db }: TenantTransaction,
  figures: Omit<Insertable<Tables['account_statistics']>, 'client'>,
): Promise<void> => {
  await db
    .insertInto('account_statistics')
    .values({ client, ...figures })
    .onConflict((conflict) =>
      conflict
        .column('client')
        .doUpdateSet((eb) =>
          Object.fromEntries(
            Object.keys(figures).map((column) => [column, eb.ref(`excluded.${column}` as 'excluded.users')]),
          ),
        ),
    )
    .execute()
}
