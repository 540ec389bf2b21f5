import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AccountWithLocks, type StoredCall } from '../../../test/account-with-locks.ts'
import { MemoryLocks } from '../../../test/memory-locks.ts'
import { sweepOnePage, sweepStore } from '../../../test/store-sweeps.ts'
import { beginStoreSweeps } from './begin-store-sweeps.ts'

let account: AccountWithLocks
let locks: MemoryLocks
beforeAll(async () => {
  account = await AccountWithLocks.open()
})
afterAll(() => account?.close())
beforeEach(async () => {
  locks = new MemoryLocks(account.platform.objects)
  account.platform.locks = locks
  await account.write((tx) => tx.db.deleteFrom('object_locks').where('client', '=', tx.client).execute())
  await account.policy(null)
})

const lockOf = async ({ key }: StoredCall) => (await locks.find(key))?.until ?? null
const states = async () => (await account.alerts()).map(({ alert_state }) => alert_state)

it('locks a recording until its rule allows to destroy it, and never shortens that', async () => {
  const call = await account.call(10)
  await account.policy(110)
  await account.sweep()
  expect(await lockOf(call)).toEqual(account.midnightIn(100))
  const asked = locks.asked
  await account.policy(50)
  await account.sweep()
  expect([await lockOf(call), locks.asked]).toEqual([account.midnightIn(100), asked])
  await account.policy(210)
  await account.sweep()
  expect(await lockOf(call)).toEqual(account.midnightIn(200))
  expect(await account.row(call)).toMatchObject({
    retained_until: account.midnightIn(200).toISOString(),
    asked_until: null,
    difference: null,
  })
})

it('locks recordings without a day for 30 days, renews the lock half-way, and asks for none once they are due', async () => {
  const [kept, held, due] = [await account.call(10), await account.call(10), await account.call(10)]
  await account.sweep()
  expect(await lockOf(kept)).toEqual(account.midnightIn(30))
  await locks.bypass(kept.key, account.midnightIn(16))
  await locks.bypass(held.key, null)
  await locks.bypass(due.key, null)
  await account.write((tx) => tx.db.deleteFrom('object_locks').where('client', '=', tx.client).execute())
  await account.sweep()
  expect(await lockOf(kept)).toEqual(account.midnightIn(16))
  await locks.bypass(kept.key, account.midnightIn(14))
  await account.write((tx) => tx.db.deleteFrom('object_locks').where('client', '=', tx.client).execute())
  await account.sweep()
  expect(await lockOf(kept)).toEqual(account.midnightIn(30))

  for (const call of [held, due]) await locks.bypass(call.key, null)
  await account.write((tx) => tx.db.deleteFrom('object_locks').where('client', '=', tx.client).execute())
  await account.policy(5)
  await account.hold(held)
  await account.sweep()
  expect([await lockOf(held), await lockOf(due)]).toEqual([account.midnightIn(30), null])
})

it('does not destroy what the store keeps, says so, and destroys it after the lock ended', async () => {
  const call = await account.call(10)
  await account.policy(20)
  await account.sweep()
  await account.policy(5)
  expect(await account.destroy(call)).toBe('store_lock')
  const state = await account.stateOf(call)
  expect(state).toMatchObject({ payload_state: 'Processed', s3_path: call.key })
  expect(state.encrypted_dek).not.toBeNull()
  expect(await account.explanation(call)).toMatchObject({
    can_be_destroyed: false,
    store_keeps_until: account.midnightIn(10).toISOString(),
  })
  await account.write((tx) =>
    tx.db
      .updateTable('object_locks')
      .set({ retained_until: new Date(tx.now.getTime() - 1000) })
      .where('client', '=', tx.client)
      .execute(),
  )
  expect(await account.explanation(call)).toMatchObject({ can_be_destroyed: true, store_keeps_until: null })
  expect(await account.destroy(call)).toBe('destroyed')
  expect([await account.row(call), await account.platform.objects.head(call.key)]).toEqual([undefined, null])
})

it('keeps a recording whose lock was asked for by a worker that died, and reports no difference', async () => {
  const call = await account.call(10)
  await account.policy(20)
  locks.isDying = true
  await expect(account.sweep()).rejects.toThrow('killed')
  expect(await account.row(call)).toMatchObject({
    asked_until: account.midnightIn(10).toISOString(),
    retained_until: null,
  })
  await account.policy(5)
  expect(await account.destroy(call)).toBe('store_lock')
  locks.isDying = false
  await account.sweep()
  expect(await account.row(call)).toMatchObject({
    asked_until: null,
    retained_until: account.midnightIn(10).toISOString(),
  })
  expect(await states()).toEqual([])
})

it('a lock that is gone or shorter is an alert until a later run finds what it set again', async () => {
  const [gone, shorter, whole] = [await account.call(10), await account.call(10), await account.call(10)]
  await account.policy(110)
  await account.sweep()
  expect(await states()).toEqual([])
  await locks.bypass(gone.key, null)
  await locks.bypass(shorter.key, account.midnightIn(1))
  // A worker that dies after it set them again hides nothing.
  locks.isDying = true
  await expect(account.sweep()).rejects.toThrow('killed')
  locks.isDying = false
  while (await sweepOnePage(account, 'locks'));
  const [alert] = await account.alerts()
  expect(alert).toMatchObject({ alert_state: 'Triggered', alert_message: expect.stringContaining('Of 2 recordings') })
  expect(alert?.related_entities.map(({ entity_id }) => entity_id).sort()).toEqual(
    [gone.reference, shorter.reference].sort(),
  )
  for (const call of [gone, shorter, whole]) expect(await lockOf(call)).toEqual(account.midnightIn(100))
  await account.sweep()
  expect(await states()).toEqual(['Cleared'])
})

it('an object that is gone or replaced is an alert until it is back', async () => {
  const [gone, replaced] = [await account.call(10), await account.call(10)]
  await account.policy(110)
  await account.sweep()
  const { objects } = account.platform
  await objects.delete(gone.key)
  const other = Buffer.from(replaced.sealed)
  other[40] = (other[40] ?? 0) ^ 1
  await objects.put(replaced.key, other)
  await account.sweep()
  const differences = async () => {
    const rows = [await account.row(gone), await account.row(replaced)]
    return rows.map((row) => row?.difference)
  }
  expect(await differences()).toEqual(['missing', 'replaced'])
  expect((await account.stateOf(replaced)).damaged_at).not.toBeNull()
  expect((await account.alerts())[0]).toMatchObject({ alert_state: 'Triggered' })
  await objects.put(gone.key, gone.sealed)
  await objects.put(replaced.key, replaced.sealed)
  await account.sweep()
  expect(await differences()).toEqual([null, null])
  expect((await account.alerts())[0]).toMatchObject({ alert_state: 'Cleared' })
})

it('without OBJECTS_LOCK nothing is looked at', async () => {
  const call = await account.call(10)
  account.platform.locks = null
  await sweepStore(account, 'locks')
  await beginStoreSweeps.handle({ platform: account.platform, attempt: 1, signal: AbortSignal.timeout(60_000) }, {})
  expect(await account.row(call)).toBeUndefined()
  const scopes = await account.read((tx) =>
    tx.db.selectFrom('store_sweeps').select('scope').where('client', '=', tx.client).execute(),
  )
  expect(scopes.map(({ scope }) => scope)).not.toContain('locks')
})
