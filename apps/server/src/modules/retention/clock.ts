import type { TenantTransaction } from '../../platform/database/index.ts'

/** A clock that goes ahead by more between two looks at it may be wrong; so may a server that was off for so long. */
const largestStepMs = 60 * 60 * 1000

export interface ClockJump {
  seen_at: string
  jumped_to: string
}

/** The jump that nobody has confirmed yet; `null`: the clock is trusted. */
export const readClockJump = async ({ db, client }: TenantTransaction): Promise<ClockJump | null> => {
  const clock = await db
    .selectFrom('retention_clocks')
    .select(['jumped_from', 'jumped_to'])
    .where('client', '=', client)
    .executeTakeFirst()
  return clock?.jumped_from && clock.jumped_to ? { seen_at: clock.jumped_from, jumped_to: clock.jumped_to } : null
}

/**
 * Compares the time with the last one that was seen, and stores it. A jump stays until somebody confirms it. Also a clock that was set
 * back is compared with the greatest time that was seen.
 * @returns the jump that nobody has confirmed
 */
export const lookAtClock = async (tx: TenantTransaction): Promise<ClockJump | null> => {
  const { db, client, now } = tx
  const seen = await db
    .selectFrom('retention_clocks')
    .select('seen_at')
    .where('client', '=', client)
    .forUpdate()
    .executeTakeFirst()
  if (!seen) {
    await db
      .insertInto('retention_clocks')
      .values({ client, seen_at: now })
      .onConflict((conflict) => conflict.column('client').doNothing())
      .execute()
    return null
  }
  const isJump = now.getTime() - Date.parse(seen.seen_at) > largestStepMs
  const jump = isJump && (await readClockJump(tx)) === null ? { jumped_from: seen.seen_at, jumped_to: now } : {}
  if (now.getTime() > Date.parse(seen.seen_at)) {
    await db
      .updateTable('retention_clocks')
      .set({ seen_at: now, ...jump })
      .where('client', '=', client)
      .execute()
  }
  return readClockJump(tx)
}

/** Trusts the present time. @returns whether a jump was waiting */
export const confirmClock = async ({ db, client, now }: TenantTransaction): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('retention_clocks')
    .set({ seen_at: now, jumped_from: null, jumped_to: null })
    .where('client', '=', client)
    .where('jumped_to', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
