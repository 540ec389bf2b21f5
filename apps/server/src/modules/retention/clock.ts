import { providerClient } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** A clock that goes ahead by more between two looks at it may be wrong; so may that of a server that was off for so long. */
const largestStepMs = 60 * 60 * 1000

/** The last time before a jump, and the first one after it. */
export interface ClockJump {
  seen_at: string
  jumped_to: string
}

/** The jump that nobody in the account has confirmed yet; `null`: its clock is trusted. */
export const readClockJump = async ({ db, client }: TenantTransaction): Promise<ClockJump | null> => {
  const clock = await db
    .selectFrom('retention_clocks')
    .select(['jumped_from', 'jumped_to'])
    .where('client', '=', client)
    .executeTakeFirst()
  return clock?.jumped_from && clock.jumped_to ? { seen_at: clock.jumped_from, jumped_to: clock.jumped_to } : null
}

/**
 * Compares the time with the last one that any process saw, which the provider's account keeps. After a jump, each account has to
 * confirm the time before its recordings are destroyed again.
 */
export const lookAtClock = async ({ database, clients }: Pick<Platform, 'database' | 'clients'>): Promise<void> => {
  const jump = await database.transaction(providerClient, async (tx) => {
    const seen_at = await storeTime(tx)
    const isJump = seen_at !== null && tx.now.getTime() - Date.parse(seen_at) > largestStepMs
    return isJump ? { seen_at, jumped_to: tx.now.toISOString() } : null
  })
  if (!jump) return
  for (const client of await clients.names()) await database.transaction(client, (tx) => storeJump(tx, jump))
}

/** @returns the time that was stored before; `null` at the first look */
const storeTime = async ({ db, client, now }: TenantTransaction): Promise<string | null> => {
  const seen = await db
    .selectFrom('retention_clocks')
    .select('seen_at')
    .where('client', '=', client)
    .forUpdate()
    .executeTakeFirst()
  await db
    .insertInto('retention_clocks')
    .values({ client, seen_at: now })
    .onConflict((conflict) => conflict.column('client').doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') })))
    .execute()
  return seen?.seen_at ?? null
}

/** A jump that waits already stays: its beginning is the last time that somebody can vouch for. */
const storeJump = async ({ db, client }: TenantTransaction, { seen_at, jumped_to }: ClockJump): Promise<void> => {
  await db
    .insertInto('retention_clocks')
    .values({ client, seen_at: jumped_to, jumped_from: seen_at, jumped_to })
    .onConflict((conflict) =>
      conflict
        .column('client')
        .doUpdateSet((eb) => ({ jumped_from: eb.ref('excluded.jumped_from'), jumped_to: eb.ref('excluded.jumped_to') }))
        .where('retention_clocks.jumped_to', 'is', null),
    )
    .execute()
}

/** Trusts the present time. @returns whether a jump was waiting */
export const confirmClock = async ({ db, client }: TenantTransaction): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('retention_clocks')
    .set({ jumped_from: null, jumped_to: null })
    .where('client', '=', client)
    .where('jumped_to', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
