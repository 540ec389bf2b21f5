import type { Platform } from '../src/core/platform.ts'
import type { SweepScope } from '../src/modules/store-sweeps/sweep-job.ts'
import { defaultPageSizes, sweepPageOf } from '../src/modules/store-sweeps/sweep-page.ts'

export interface SweptAccount {
  platform: Pick<Platform, 'database' | 'objects' | 'store' | 'log' | 'clientKeys'>
  client: string
}

/** Begins a sweep, even if none is due. */
export const beginSweep = ({ platform, client }: SweptAccount, scope: SweepScope): Promise<unknown> =>
  platform.database.transaction(client, async (tx) => {
    await tx.db.deleteFrom('store_sweeps').where('client', '=', client).where('scope', '=', scope).execute()
    return tx.db.insertInto('store_sweeps').values({ client, scope, place: '', begun_at: tx.now }).execute()
  })

/** Sweeps one page, as a worker would that is killed after it. Returns whether the sweep has further pages. */
export const sweepOnePage = async (
  { platform, client }: SweptAccount,
  scope: SweepScope,
  limit = defaultPageSizes[scope],
): Promise<boolean> => {
  const job = sweepPageOf({ ...defaultPageSizes, [scope]: limit })
  const context = { platform: platform as Platform, attempt: 1, signal: new AbortController().signal }
  await job.handle(context, { client, scope })
  const row = await platform.database.read(client, (tx) =>
    tx.db
      .selectFrom('store_sweeps')
      .select('completed_at')
      .where('client', '=', client)
      .where('scope', '=', scope)
      .executeTakeFirst(),
  )
  return row?.completed_at === null
}

/** Sweeps the whole store. */
export const sweepStore = async (account: SweptAccount, scope: SweepScope, limit?: number): Promise<void> => {
  await beginSweep(account, scope)
  while (await sweepOnePage(account, scope, limit));
}

/** Moves the times that sweeps have noted into the past. */
export const moveSweepTimesBack = ({ platform, client }: SweptAccount, minutes: number): Promise<unknown> =>
  platform.database.transaction(client, async (tx) => {
    const first_seen_at = new Date(tx.now.getTime() - minutes * 60_000)
    return tx.db.updateTable('objects_without_rows').set({ first_seen_at }).where('client', '=', client).execute()
  })

/** Deletes the parts that belong to no upload: it takes two sweeps, an hour apart. */
export const deleteOrphanedParts = async (account: SweptAccount): Promise<void> => {
  await sweepStore(account, 'uploads')
  await moveSweepTimesBack(account, 60)
  await sweepStore(account, 'uploads')
}
