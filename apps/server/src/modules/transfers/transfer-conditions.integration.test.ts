import { generateKeyPairSync } from 'node:crypto'
import type { Transferable } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithArchive, archive } from '../../../test/account-with-archive.ts'
import { newPgpKey } from '../../../test/archive-parts.ts'
import { follow } from '../alerts/index.ts'
import { agedTransfers } from './aged-transfers.ts'
import { runTransfer } from './run.ts'
import { storeResults } from './store-results.ts'
import { transferWatches } from './watches.ts'

const hourMs = 60 * 60 * 1000

let account: AccountWithArchive
beforeAll(async () => {
  account = await AccountWithArchive.open()
})
afterAll(() => account?.close())

const watch = async () => {
  for (const each of transferWatches) await account.write((tx) => follow(tx, account.server.api.platform, each))
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)
const run = (reference = archive) => account.ask<Transferable>('POST', `/transfer_configs/${reference}/run`, {})

describe('an alert', () => {
  it('tells of another host key, to which nothing is sent, until the pinned one is shown', async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const blob = Buffer.concat([
      Buffer.from('0000000b7373682d6564323535313900000020', 'hex'),
      publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
    ])
    await account.configure({ host_key: `ssh-ed25519 ${blob.toString('base64')}` })
    await account.messages(1)
    const failed = await account.transfer()
    expect(failed).toMatchObject({ state: 'Failed', counts: { sent: 0 } })
    expect(await account.alertsOf('transfer_host_key_changed')).toEqual(['Triggered'])
    expect(await account.alertsOf('transfer_failed')).toEqual(['Triggered'])
    await account.configure()
    await run()
    await account.work()
    expect(await account.found(failed.transfer_id)).toMatchObject({ state: 'Succeeded' })
    expect(await account.alertsOf('transfer_host_key_changed')).toEqual(['Cleared'])
    expect(await account.alertsOf('transfer_failed')).toEqual(['Cleared'])
  })

  it('tells of a window that is not complete six hours after its end', async () => {
    await account.messages(1)
    const { transfer_id } = await run()
    await watch()
    expect(await account.alertsOf('transfer_late')).toEqual([])
    await account.setTransfer(transfer_id, { report_to: hoursAgo(7) })
    await watch()
    expect(await account.alertsOf('transfer_late')).toEqual(['Triggered'])
    await account.work()
    expect(await account.alertsOf('transfer_late')).toEqual(['Cleared'])
  })

  it('tells of receipts that did not come in time', async () => {
    await account.configure({ receipt_within_hours: 1 })
    const [payload_reference = ''] = await account.messages(1)
    const { transfer_id } = await account.transfer()
    await watch()
    expect(await account.alertsOf('transfer_receipt_late')).toEqual([])
    await account.setTransfer(transfer_id, { finished_at: hoursAgo(2), receipts_read_at: hoursAgo(1.5) })
    await watch()
    expect(await account.alertsOf('transfer_receipt_late')).toEqual([])
    await account.setTransfer(transfer_id, { receipts_read_at: hoursAgo(0.5) })
    await watch()
    expect(await account.alertsOf('transfer_receipt_late')).toEqual(['Triggered'])
    await account.ask('POST', '/receipts', { payload_references: [payload_reference] })
    const others = await account.ask<{ items: Transferable[] }>('GET', '/transfers')
    for (const other of others.items) await account.setTransfer(other.transfer_id, { finished_at: new Date() })
    await watch()
    expect(await account.alertsOf('transfer_receipt_late')).toEqual(['Cleared'])
    await account.configure({ receipt_within_hours: null })
  })
})

it('nothing is sent while the PGP key is unusable, and everything afterwards', async () => {
  const date = hoursAgo(48)
  const expired = await newPgpKey({ date, keyExpirationTime: 3600 })
  const valid = await newPgpKey({ date })
  await account.configure({ pgp_key: valid })
  await account.write((tx) =>
    tx.db
      .updateTable('transfer_configs')
      .set({ pgp_key: expired })
      .where('client', '=', account.client)
      .where('transfer_config_reference', '=', archive)
      .execute(),
  )
  const [reference] = await account.messages(1)
  const waiting = await account.transfer()
  expect(waiting).toMatchObject({ state: 'Pending', counts: { waiting: 1, sent: 0 } })
  expect(waiting.error_message).toMatch(/The PGP key has expired/)
  await account.configure({ pgp_key: valid })
  await run()
  await runTransfer.handle(account.context(), { client: account.client, transfer_config_reference: archive })
  const sent = await account.found(waiting.transfer_id)
  expect(sent).toMatchObject({ state: 'Succeeded', error_message: null, counts: { sent: 1 } })
  const names = await account.delivered(sent)
  expect(names).toContain(`sms/${reference}.json.pgp`)
  await account.configure({ pgp_key: null })
})

it('an encrypted file that got its name before a connection was lost is recognised, also after further failures', async () => {
  await account.configure({ pgp_key: await newPgpKey({ date: hoursAgo(48) }) })
  await account.messages(1)
  const { transfer_id } = await account.transfer()
  const names = await account.delivered(await account.found(transfer_id))
  const ofTransfer = ['transfer_id', '=', transfer_id] as const
  await account.write(async (tx) => {
    const own = ['client', '=', account.client] as const
    await tx.db
      .updateTable('transfers')
      .set({ state: 'InProgress', waiting: 1, sent: 0, finished_at: null })
      .where(...own)
      .where(...ofTransfer)
      .execute()
    await tx.db
      .updateTable('transfer_items')
      .set({ outcome: 'waiting', times_sent: 0 })
      .where(...own)
      .where(...ofTransfer)
      .execute()
    const transfer = await tx.db
      .selectFrom('transfers')
      .select(['transfer_id', 'transfer_config_reference', 'lease'])
      .where(...own)
      .where(...ofTransfer)
      .executeTakeFirstOrThrow()
    const file = await tx.db
      .selectFrom('transfer_files')
      .select(['file_number', 'kind', 'file_name', 'arrival'])
      .where(...own)
      .where(...ofTransfer)
      .where('arrival', 'is not', null)
      .executeTakeFirstOrThrow()
    const times = { started_at: tx.now, finished_at: tx.now }
    const lost = {
      state: 'Failed',
      bytes: 0,
      sha256: null,
      check: null,
      error_message: 'The connection was lost',
    } as const
    await storeResults(tx, transfer, { files: [{ ...file, ...times, ...lost }], items: [] })
  })
  await account.setTransfer(transfer_id, { state: 'Pending', leased_until: null })
  await account.work()
  const again = await account.found(transfer_id)
  expect(again).toMatchObject({ state: 'Succeeded', counts: { sent: 1, failed: 0 } })
  expect((await account.delivered(again)).filter((name) => name.startsWith('sms/'))).toEqual(
    names.filter((name) => name.startsWith('sms/')),
  )
  await account.configure({ pgp_key: null })
})

describe('formats', () => {
  it('CSV has one file for the metadata of the window, and a further one for what is sent later', async () => {
    await account.configure({ metadata_format: 'CSV', transfer_file_format: 'Zipped' }, 'Csv')
    const references = await account.messages(3)
    const transfer = await account.transfer('Csv')
    expect(transfer).toMatchObject({ state: 'Succeeded', counts: { sent: 3 } })
    const names = await account.delivered(transfer)
    expect(names).toEqual(expect.arrayContaining([...references.map((each) => `sms/${each}.zip`), 'metadata.zip']))
    const resend = { operation: 'resend', payload_references: references.slice(0, 1), reason: 'Lost by the archive' }
    await account.ask('POST', `/transfers/${transfer.transfer_id}/run`, resend)
    await account.work('Csv')
    const again = await account.found(transfer.transfer_id)
    expect(again).toMatchObject({ state: 'Succeeded', counts: { sent: 3 } })
    const added = (await account.delivered(again)).filter((name) => !names.includes(name))
    expect(added).toEqual(expect.arrayContaining([`sms/${references[0]}-r2.zip`, 'metadata-2.zip', 'manifest-2.json']))
  })

  it('EML has one message for each conversation and day', async () => {
    await account.configure({ metadata_format: 'EML' }, 'Mail')
    await account.messages(3, { thread_id: 'T-1' })
    await account.messages(2, { thread_id: 'T-2' })
    const transfer = await account.transfer('Mail')
    expect(transfer).toMatchObject({ state: 'Succeeded', counts: { collected: 5, sent: 5 } })
    const mails = (await account.delivered(transfer)).filter((name) => name.endsWith('.eml'))
    expect(mails).toHaveLength(2)
    const items = await account.items(transfer.transfer_id)
    expect(items.every(({ sha256, file_name }) => sha256 !== null && file_name?.endsWith('.eml'))).toBe(true)
  })

  it('Vantage has one report and no content', async () => {
    await account.configure({ transfer_type: 'Vantage' }, 'Report')
    const [personal = ''] = await account.messages(4)
    await account.write((tx) =>
      tx.db
        .updateTable('payloads')
        .set({ is_personal_number: true })
        .where('client', '=', account.client)
        .where('payload_reference', '=', personal)
        .execute(),
    )
    const transfer = await account.transfer('Report')
    expect(transfer).toMatchObject({ state: 'Succeeded', counts: { collected: 4, sent: 3, left_out: 1 } })
    const names = await account.delivered(transfer)
    expect(names.filter((name) => !name.startsWith('manifest'))).toHaveLength(1)
  })
})

it('retention removes transfers only when all of their recordings were destroyed', async () => {
  await account.transfer()
  const references = await account.messages(2)
  const { transfer_id } = await account.transfer()
  const before = new Date(Date.now() + hourMs)
  const aged = async () => {
    const rows = await account.read((tx) => agedTransfers.page(tx, { before, after: null, limit: 100 }))
    return rows.map(({ reference }) => reference)
  }
  expect(await aged()).not.toContain(transfer_id)
  await account.write((tx) =>
    tx.db
      .updateTable('payloads')
      .set({ payload_state: 'Destroyed' })
      .where('client', '=', account.client)
      .where('payload_reference', 'in', references)
      .execute(),
  )
  expect(await aged()).toContain(transfer_id)
  expect(await account.write((tx) => agedTransfers.remove(tx, [transfer_id]))).toBe(1)
  expect(await account.ask('GET', `/transfers/${transfer_id}`)).toMatchObject({ status: 404 })
})
