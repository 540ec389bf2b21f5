import type { Transferable } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxNumbered, numberArrivals } from '../../apps/server/src/modules/arrivals/index.ts'
import { AccountWithArchive } from '../../apps/server/test/account-with-archive.ts'
import { memoryGrowth } from '../setup/memory-growth.ts'
import { longTestTimeoutMs } from '../setup/time-limits.ts'

const together = 100
const mebibyte = 1024 ** 2
/** Memory of heap and buffers, without garbage, while the window is sent. */
const mostGrowth = 50 * mebibyte

/** Transfers windows of many messages, each with a file of its own, to a real server. */
export const transferManyMessages = (count: number): void => {
  describe(`a window of ${count} messages`, () => {
    let account: AccountWithArchive
    beforeAll(async () => {
      account = await AccountWithArchive.open()
      await account.configure()
    })
    afterAll(() => account?.close())

    it('is sent in memory that does not grow with it', { timeout: longTestTimeoutMs * 10 }, async () => {
      await account.messages(together)
      await account.transfer()
      for (let added = 0; added < count; added += together) await account.messages(Math.min(together, count - added))
      const { database } = account.server.api.platform
      // As before a scheduled window, so that one window has them all.
      while ((await database.transaction(account.client, numberArrivals)).count === maxNumbered);
      const from = performance.now()
      const cpu = process.cpuUsage()
      let transfer: Transferable | undefined
      const growth = await memoryGrowth(async () => {
        transfer = await account.transfer()
      })
      const seconds = (performance.now() - from) / 1000
      const { state, counts } = transfer ?? {}
      expect({ state, counts }).toMatchObject({
        state: 'Succeeded',
        counts: { collected: count, sent: count, failed: 0 },
      })
      const { user, system } = process.cpuUsage(cpu)
      process.stdout.write(
        `${count} messages in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of a processor), memory ${(growth / mebibyte).toFixed(1)} MiB more\n`,
      )
      expect(growth).toBeLessThan(mostGrowth)
    })
  })
}
