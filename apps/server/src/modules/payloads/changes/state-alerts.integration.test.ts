import type { PayloadState } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRows } from '../../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'
import { findPayload, markDamaged, markIntact, transition } from '../index.ts'

const product = { kind: 'system', reference: 'system' } as const
const first = '01ARZ3NDEKTSV4RRFFQ69G5FA1'
const second = '01ARZ3NDEKTSV4RRFFQ69G5FA2'

let account: TestAccount
beforeAll(async () => {
  account = await anAccount().withGroups('London').withDevice('A-1', 'London').open()
  const row = { device_reference: 'A-1', group: 'London', payload_state: 'Uploaded' } as const
  await account.write((tx) =>
    addRows(tx, 'payloads', [
      { ...row, payload_reference: first },
      { ...row, payload_reference: second },
    ]),
  )
})
afterAll(() => account?.close())

const found = async (reference: string) => {
  const payload = await account.read((tx) => findPayload(tx, reference))
  if (!payload) throw new Error(`no ${reference}`)
  return payload
}
const move = async (reference: string, ...states: PayloadState[]) => {
  for (const to of states) {
    const payload = await found(reference)
    await account.write((tx) => transition(tx, product, payload, { to, event: 'payload.processed' }))
  }
}
const alerts = () =>
  account.read((tx) =>
    tx.db
      .selectFrom('alerts')
      .select(['alert_key', 'alert_state', 'occurrence_count', 'alert_scope'])
      .where('client', '=', tx.client)
      .where('alert_state', '=', 'Triggered')
      .execute(),
  )

it('recordings of a device that fail are one alert, which ends with the last of them', async () => {
  await move(first, 'Failed')
  await move(second, 'Failed')
  expect(await alerts()).toEqual([
    { alert_key: 'payload_failed:A-1', alert_state: 'Triggered', occurrence_count: 2, alert_scope: 'ops' },
  ])
  await move(first, 'Uploaded')
  expect(await alerts()).toHaveLength(1)
  await move(second, 'Uploaded')
  expect(await alerts()).toEqual([])
})

it('so are recordings in quarantine, in the scope of security', async () => {
  await move(first, 'Scanning', 'Quarantined')
  expect(await alerts()).toMatchObject([{ alert_key: 'payload_quarantined:A-1', alert_scope: 'sec' }])
  await move(first, 'Scanning')
  expect(await alerts()).toEqual([])
})

it('damage at rest is an alert until the content is intact again', async () => {
  const damaged = await found(second)
  await account.write((tx) => markDamaged(tx, product, damaged, { found: 'checksum' }))
  expect(await alerts()).toMatchObject([{ alert_key: `payload_damaged:${second}` }])
  await account.write(async (tx) => markIntact(tx, product, damaged))
  expect(await alerts()).toEqual([])
})
