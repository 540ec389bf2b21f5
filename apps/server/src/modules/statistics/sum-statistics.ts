import { type Kysely, sql } from 'kysely'
import { providerClient } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { Tables } from '../../platform/database/index.ts'
import { allDays } from '../payloads/index.ts'
import { countedFrom } from './days.ts'
import { readAccounts } from './read-accounts.ts'
import { allDaysCountedAt, type DailyFigures, replaceDays, storeAccount } from './statistics-rows.ts'

/**
 * Stores the sums of all customers in the provider's own account: adding up the days of 200 customers takes too long for a call. They
 * are made of what was counted last, also of accounts that can't be reached.
 */
export const sumStatistics = async ({ database }: Pick<Platform, 'database'>): Promise<void> => {
  const summedAt = await database.read(providerClient, allDaysCountedAt)
  const { first, all_days_as_of, days, accounts } = await database.readAcrossClients(async (db) => {
    const counted = [...(await readAccounts(db, 'all')).values()]
    // All days of an account may have been counted after the last sum of all days.
    const isBehind = counted.some((account) => summedAt !== null && account.all_days_as_of > summedAt)
    const from = countedFrom(isBehind ? null : summedAt, new Date())
    return { ...from, days: await sumOfDays(db, from.first), accounts: counted }
  })
  const sum = (of: (account: (typeof accounts)[number]) => number) =>
    accounts.reduce((total, account) => total + of(account), 0)
  await database.transaction(providerClient, async (tx) => {
    await replaceDays(tx, first, days)
    await storeAccount(tx, {
      users: sum(({ users }) => users),
      devices: sum(({ devices }) => devices),
      silent_devices: sum(({ silent_devices }) => silent_devices),
      late: sum(({ late }) => late),
      failed: sum(({ failed }) => failed),
      quarantined: sum(({ quarantined }) => quarantined),
      backlog: sum(({ backlog }) => backlog),
      backlog_since: accounts.flatMap(({ backlog_since }) => backlog_since ?? []).sort()[0] ?? null,
      stored_bytes: sum(({ stored_bytes }) => stored_bytes),
      as_of: tx.now,
      all_days_as_of,
    })
  })
}

const sumOfDays = async (db: Kysely<Tables>, first: string): Promise<DailyFigures[]> => {
  const { rows } = await sql<DailyFigures>`
    select day::text as day, service, payload_state, sum(payloads)::bigint as payloads from daily_statistics
    where client <> ${providerClient} and (day >= ${first} or day = ${allDays})
    group by day, service, payload_state`.execute(db)
  return rows
}
