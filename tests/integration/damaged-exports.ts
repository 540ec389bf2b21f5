import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithExports } from '../../apps/server/test/account-with-exports.ts'
import { damageableFiles, damaged, randomBelow } from '../../apps/server/test/damaged-files.ts'
import { faultsOfAccount } from '../setup/consistency.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs } from '../setup/time-limits.ts'

const client = 'northwind'

const whole = {
  'groups-0.csv': `group\n${Array.from({ length: 12 }, (_, desk) => `Desk ${desk}`).join('\n')}\n`,
  'users-0.csv':
    'device_user_reference,group,services,email,first_name,surname\njane,London,calls;sms;mms,jane@example.com,Jane,Doe\n',
  'devices-0.csv': 'device_reference,device_user_reference,model\nOLD-1,jane,Galaxy S8\n',
  'payloads-0.csv': `reference,payload_type,payload_time,device_user_reference,numbers\n${Array.from({ length: 20 }, (_, call) => `good-${call},Call,2023-01-02T10:00:${call + 10}Z,jane,+447700900123`).join('\n')}\n`,
}

/** Migrates an export of damaged files among whole ones, twice. */
export const migrateDamagedFiles = (count: number): void => {
  describe(`${count} damaged files (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let exports: AccountWithExports
    beforeAll(async () => {
      exports = await AccountWithExports.open()
    })
    afterAll(() => exports?.close())

    it('end in a code for each row, and the rows of whole files are imported', {
      timeout: longTestTimeoutMs * 10,
    }, async () => {
      const files: Record<string, string | Uint8Array> = { ...whole }
      for (let number = 1; number <= count; number += 1) {
        const { name, text } = damageableFiles[number % damageableFiles.length] ?? { name: 'x.csv', text: '' }
        files[name.replace('.', `-${number}.`)] = damaged(text, randomBelow(testSeed + number))
      }
      const folder = await exports.put(files)
      const timeout = AbortSignal.timeout(longTestTimeoutMs * 5)
      const first = await exports.start(folder)
      await exports.work(first, timeout)
      await exports.signInAgain()
      const { ended, codes } = await exports.ended(first)
      expect(ended.migration_state).toBe('PartialFail')
      expect(ended.statistics.files).toBe(Object.keys(files).length)
      expect(codes).toMatchObject({ UserCreatedOnboarded: expect.any(Number), DeviceCreatedActivated: 1 })
      expect(codes.RecordedPayloadCreated).toBeGreaterThanOrEqual(20)
      const again = await exports.start(folder)
      await exports.work(again, timeout)
      await exports.signInAgain()
      const repeated = await exports.ended(again)
      expect(repeated.ended.statistics.rows).toBe(ended.statistics.rows)
      expect(repeated.codes.RecordedPayloadCreated ?? 0).toBe(0)
      expect(repeated.codes.PayloadCreated ?? 0).toBe(0)
      expect(repeated.codes.GroupAdded ?? 0).toBe(0)
    })

    it('leave tables, counters and objects that agree', async () => {
      const { database, objects } = exports.account.server.api.platform
      const faults = await faultsOfAccount({ client, database, objects })
      expect(faults.filter((fault) => !fault.startsWith('objects: migrations/')).slice(0, 20)).toEqual([])
    })
  })
}
