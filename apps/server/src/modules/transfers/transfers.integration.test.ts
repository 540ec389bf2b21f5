import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Transferable, TransferDay } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithArchive, archive } from '../../../test/account-with-archive.ts'
import { replaceStoredBytes, storedBytes } from '../../../test/stored-content.ts'
import { openDestination } from '../../platform/destinations/index.ts'
import { destinationOptionsOf } from '../transfer-configs/index.ts'
import { claimTransfer } from './claim-transfer.ts'
import { deliverFile } from './deliver-file.ts'
import { readReceipts } from './read-receipts.ts'
import { runTransfer } from './run.ts'
import { Slice } from './slice.ts'
import { storeResults } from './store-results.ts'
import { sweepTransfers } from './sweep-transfers.ts'
import { transfersOfPayloads } from './transfers-of-payloads.ts'

let account: AccountWithArchive
beforeAll(async () => {
  account = await AccountWithArchive.open()
  await account.configure()
})
afterAll(() => account?.close())

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const operate = (transfer_id: string, body: object, token?: string) =>
  account.ask<Transferable & { status: number }>('POST', `/transfers/${transfer_id}/run`, body, token)
const payloadOf = (reference: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('payloads')
      .selectAll()
      .where('client', '=', account.client)
      .where('payload_reference', '=', reference)
      .executeTakeFirstOrThrow(),
  )
const setPayload = (reference: string, columns: object) =>
  account.write((tx) =>
    tx.db
      .updateTable('payloads')
      .set(columns)
      .where('client', '=', account.client)
      .where('payload_reference', '=', reference)
      .execute(),
  )

describe('a transfer', () => {
  it('sends and verifies a window, records it once and ends with a manifest', async () => {
    const references = await account.messages(12)
    const transfer = await account.transfer()
    expect(transfer).toMatchObject({
      state: 'Succeeded',
      counts: { collected: 12, sent: 12, waiting: 0, failed: 0, left_out: 0 },
      error_message: null,
      may: ['resend'],
    })
    const names = references.map((reference) => `sms/${reference}.json`)
    const manifest = ['manifest-1.csv', 'manifest-1.json', 'manifest-1.sha256']
    expect(await account.delivered(transfer)).toEqual([...names, ...manifest].sort())
    expect(hashOf(await account.file(transfer, 'manifest-1.json'))).toBe(transfer.manifest_sha256)
    const [item] = await account.items(transfer.transfer_id)
    expect(item).toMatchObject({ outcome: 'sent', times_sent: 1, left_out_reason: null })
    expect(item?.file_name).toBe(`${transfer.folder}/sms/${item?.payload_reference}.json`)
    expect(transfer.transfers[0]?.attempts).toMatchObject([{ state: 'Succeeded', check: 'read_back' }])
    const [reference = ''] = references
    expect(await payloadOf(reference)).toMatchObject({ payload_state: 'Processed', updated_by: 'transfers' })
    expect((await payloadOf(reference)).transferred_at).not.toBeNull()
    const evidence = await account.read((tx) => transfersOfPayloads(tx, references))
    expect(references.every((each) => evidence.get(each)?.has(archive))).toBe(true)
    const custody = await account.read((tx) =>
      tx.db
        .selectFrom('custody_events')
        .select(['event', 'details'])
        .where('client', '=', account.client)
        .where('payload_reference', '=', reference)
        .execute(),
    )
    const { transfer_id } = transfer
    expect(custody).toMatchObject([{ event: 'payload.transferred', details: { transfer_id } }])
  })

  it('of nothing is complete, with a manifest that names the one before', async () => {
    const transfer = await account.transfer()
    expect(transfer).toMatchObject({ state: 'Succeeded', counts: { collected: 0, sent: 0 } })
    const manifest = JSON.parse((await account.file(transfer, 'manifest-2.json')).toString())
    expect(manifest).toMatchObject({ number: 2, previous: { number: 1 }, recordings: [] })
    const before = await account.ask<{ items: Transferable[] }>('GET', '/transfers?limit=2')
    expect(manifest.previous.sha256).toBe(before.items[1]?.manifest_sha256)
  })

  it('leaves out what may not be sent, with the reason', async () => {
    const [personal = '', quarantined = '', deleted = '', sent = ''] = await account.messages(4)
    await setPayload(personal, { is_personal_number: true })
    await setPayload(quarantined, { payload_state: 'Quarantined' })
    await setPayload(deleted, { payload_state: 'Deleted', state_before_deletion: 'Processed' })
    const { transfer_id, state, counts } = await account.transfer()
    expect({ state, counts }).toMatchObject({ state: 'Succeeded', counts: { collected: 4, sent: 1, left_out: 3 } })
    const items = await account.items(transfer_id)
    const reasons = new Map(items.map((item) => [item.payload_reference, item.left_out_reason]))
    expect([personal, quarantined, deleted, sent].map((each) => reasons.get(each))).toEqual([
      'personal',
      'quarantined',
      'deleted',
      null,
    ])
  })

  it('of a recording that was sent and restored does not send it again; one of the legacy platform is Transferred', async () => {
    const [reference = '', legacy = ''] = await account.messages(2)
    await setPayload(legacy, { is_legacy: true })
    expect(await account.transfer()).toMatchObject({ counts: { sent: 2 } })
    expect(await payloadOf(legacy)).toMatchObject({ payload_state: 'Transferred' })
    await account.arrive([reference])
    const { transfer_id } = await account.transfer()
    expect(await account.items(transfer_id)).toMatchObject([{ outcome: 'left_out', left_out_reason: 'sent_before' }])
  })

  it('sends the others when one recording is damaged, and that one later', async () => {
    const { platform } = account.server.api
    const references = await account.messages(5)
    const [damaged = ''] = references
    const whole = await storedBytes(platform, account.client, damaged)
    const broken = Buffer.from(whole)
    broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1
    await replaceStoredBytes(platform, account.client, damaged, broken)
    const first = await account.transfer()
    expect(first).toMatchObject({ state: 'PartialFail', counts: { sent: 4, failed: 1 } })
    expect(first.next_attempt_at).not.toBeNull()
    expect(await account.alertsOf('transfer_failed')).toEqual(['Triggered'])
    expect(await account.alertsOf('payload_damaged')).toEqual(['Triggered'])
    await replaceStoredBytes(platform, account.client, damaged, whole)
    expect(await operate(first.transfer_id, {})).toMatchObject({ state: 'Pending' })
    await account.work()
    const second = await account.found(first.transfer_id)
    expect(second).toMatchObject({ state: 'Succeeded', counts: { sent: 5, failed: 0 } })
    expect(
      (await account.delivered(second)).filter((name) => name.endsWith('json') && !name.includes('/')),
    ).toHaveLength(2)
    expect(await account.alertsOf('transfer_failed')).toEqual(['Cleared'])
    expect(await operate(first.transfer_id, {})).toMatchObject({ status: 409, code: 'transfer.illegal_transition' })
  })

  it('sends one recording that failed once more by itself, and the other one when somebody asks for what is missing', async () => {
    const { platform } = account.server.api
    const damaged = (await account.messages(3)).slice(1)
    const contents = await Promise.all(damaged.map((each) => storedBytes(platform, account.client, each)))
    for (const [place, each] of damaged.entries()) {
      const broken = Buffer.from(contents[place] ?? '')
      broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1
      await replaceStoredBytes(platform, account.client, each, broken)
    }
    const { transfer_id } = await account.transfer()
    for (const [place, each] of damaged.entries()) {
      await replaceStoredBytes(platform, account.client, each, Buffer.from(contents[place] ?? ''))
    }
    const resend = { operation: 'resend', payload_references: damaged.slice(0, 1), reason: 'It was repaired' }
    expect(await operate(transfer_id, resend)).toMatchObject({ state: 'Pending', counts: { waiting: 1, failed: 1 } })
    await account.work()
    expect(await account.found(transfer_id)).toMatchObject({ state: 'PartialFail', counts: { sent: 2, failed: 1 } })
    const failed = (await account.items(transfer_id)).filter(({ outcome }) => outcome === 'failed')
    expect(failed).toMatchObject([{ payload_reference: damaged[1], times_sent: 0 }])
    expect(await operate(transfer_id, {})).toMatchObject({ state: 'Pending' })
    await account.work()
    expect(await account.found(transfer_id)).toMatchObject({ state: 'Succeeded', counts: { sent: 3, failed: 0 } })
  })

  it('fails at once when the destination does not answer; later windows wait for it', async () => {
    await account.configure({ port: 1 })
    await account.messages(2)
    const first = await account.transfer()
    expect(first).toMatchObject({ state: 'Failed', counts: { collected: 2, waiting: 2, sent: 0 } })
    expect(first.error_message).toMatch(/cannot be connected to/)
    await account.messages(1)
    const again = await account.ask<Transferable>('POST', `/transfer_configs/${archive}/run`, {})
    expect(again.transfer_id).toBe(first.transfer_id)
    await account.configure()
    await account.setTransfer(first.transfer_id, { next_attempt_at: new Date() })
    await runTransfer.handle(account.context(), { client: account.client, transfer_config_reference: archive })
    expect(await account.found(first.transfer_id)).toMatchObject({ state: 'Succeeded', counts: { sent: 2 } })
    expect(await account.transfer()).toMatchObject({ state: 'Succeeded', counts: { sent: 1 } })
  })

  it('is not run by those who may only read, and is paused and resumed', async () => {
    await account.messages(1)
    const { transfer_id } = await account.ask<Transferable>('POST', `/transfer_configs/${archive}/run`, {})
    expect(await operate(transfer_id, {}, account.tokens.olga)).toMatchObject({ status: 403 })
    expect(await account.ask('GET', `/transfers/${transfer_id}`, undefined, account.tokens.olga)).toMatchObject({
      transfer_id,
      may: [],
    })
    expect(await operate(transfer_id, { operation: 'pause' })).toMatchObject({ is_paused: true })
    await runTransfer.handle(account.context(), { client: account.client, transfer_config_reference: archive })
    expect(await account.found(transfer_id)).toMatchObject({ state: 'Pending', is_paused: true })
    expect(await operate(transfer_id, { operation: 'pause' })).toMatchObject({ status: 409 })
    expect(await operate(transfer_id, { operation: 'resume' })).toMatchObject({ is_paused: false })
    await account.work()
    expect(await account.found(transfer_id)).toMatchObject({ state: 'Succeeded' })
  })
})

describe('leases', () => {
  it('keep a worker that slept from sending and storing anything', async () => {
    const { platform } = account.server.api
    const references = await account.messages(3)
    const { transfer_id } = await account.ask<Transferable>('POST', `/transfer_configs/${archive}/run`, {})
    const claim = await account.write((tx) => claimTransfer(tx, archive))
    if (!claim) throw new Error('nothing was claimed')
    expect(await account.write((tx) => claimTransfer(tx, archive))).toBeNull()
    await account.setTransfer(transfer_id, { leased_until: new Date(Date.now() - 1000) })
    await sweepTransfers.handle(account.context(), {})
    await account.work()
    expect(await account.found(transfer_id)).toMatchObject({ state: 'Succeeded', counts: { sent: 3 } })
    const options = await account.read((tx) => destinationOptionsOf(tx, platform.keys, claim.config))
    const { signal } = new AbortController()
    const asleep = { ...claim, transfer: { ...claim.transfer, leased_until: new Date(0).toISOString() } }
    const slice = new Slice(platform, account.client, asleep, { format: {} as never, lastFile: 100, signal })
    const destination = await slice.destination(() => openDestination(platform, options, signal))
    const file = {
      path: 'sms/late.json',
      kind: 'recording' as const,
      async *open() {
        yield Buffer.from('late')
      },
    }
    const sending = deliverFile(slice, destination, { file, known: undefined }, () => undefined)
    await expect(sending).rejects.toMatchObject({ name: 'SliceEnded', why: 'lost' })
    const result = { arrival: 1, payload_reference: references[0] ?? '', outcome: 'failed' as const }
    const lost = account.write((tx) =>
      storeResults(tx, claim.transfer, {
        files: [],
        items: [
          { ...result, left_out_reason: null, file_number: null, bytes: null, sha256: null, error_message: null },
        ],
      }),
    )
    await expect(lost).rejects.toMatchObject({ why: 'lost' })
    await slice.close()
    const found = await account.found(transfer_id)
    expect(await account.delivered(found)).toHaveLength(6)
    expect(found.counts).toMatchObject({ sent: 3, failed: 0 })
  })

  it('let several workers take turns without sending anything twice', async () => {
    await account.messages(40)
    const { transfer_id } = await account.ask<Transferable>('POST', `/transfer_configs/${archive}/run`, {})
    const job = { client: account.client, transfer_config_reference: archive }
    await Promise.all(Array.from({ length: 4 }, () => runTransfer.handle(account.context(), job)))
    await account.work()
    const found = await account.found(transfer_id)
    expect(found).toMatchObject({ state: 'Succeeded', counts: { sent: 40 } })
    expect(await account.delivered(found)).toHaveLength(43)
    expect(found.transfers.every(({ attempts }) => attempts.length === 1)).toBe(true)
  })
})

describe('receipts', () => {
  const receive = async (transfer: Transferable, lines: string) =>
    writeFile(path.join(account.sshd.folder, transfer.folder, 'receipt.sha256'), lines)

  it('of the archive confirm what it received, and tell when that was something else', async () => {
    await account.configure({ receipt_within_hours: 24 })
    const references = await account.messages(3)
    const transfer = await account.transfer()
    const [first = '', second = '', third = ''] = references.map((reference) => `sms/${reference}.json`)
    const lines = [`${hashOf(await account.file(transfer, first))}  ${first}`, `${'0'.repeat(64)} *./${second}`]
    await receive(transfer, `\uFEFF${lines.join('\r\n')}\r\nnonsense\r\n`)
    await readReceipts.handle(account.context(), { client: account.client, transfer_config_reference: archive })
    const found = await account.found(transfer.transfer_id)
    expect(found.counts).toMatchObject({ collected: 3, sent: 2, confirmed: 1, differs: 1 })
    expect(await account.alertsOf('transfer_differs')).toEqual(['Triggered'])
    expect(await payloadOf(references[0] ?? '')).toMatchObject({ receipt_confirmed_by: `transfer/${archive}` })
    const evidence = await account.read((tx) => transfersOfPayloads(tx, references))
    expect(references.map((reference) => evidence.has(reference))).toEqual([true, false, true])
    // A person or an app confirms the third.
    const confirmed = await account.ask('POST', '/receipts', { payload_references: [references[2]] })
    expect(confirmed).toMatchObject({ status: 200 })
    expect((await account.found(transfer.transfer_id)).counts).toMatchObject({ sent: 2, confirmed: 2, differs: 1 })
    expect(third).not.toBe('')
    // The second is sent once more, under another name.
    const resend = { operation: 'resend', payload_references: [references[1]] }
    expect(await operate(transfer.transfer_id, resend)).toMatchObject({ status: 400, code: 'transfer.needs_reason' })
    const unknown = { operation: 'resend', payload_references: ['01ARZ3NDEKTSV4RRFFQ69G5FZZ'], reason: 'Lost' }
    expect(await operate(transfer.transfer_id, unknown)).toMatchObject({
      status: 409,
      code: 'transfer.not_of_transfer',
    })
    expect(await operate(transfer.transfer_id, { ...resend, reason: 'It was changed' })).toMatchObject({
      state: 'Pending',
    })
    await account.work()
    const again = await account.found(transfer.transfer_id)
    expect(again).toMatchObject({ state: 'Succeeded', counts: { sent: 3, confirmed: 2, differs: 0 } })
    expect(await account.delivered(again)).toContain(second.replace('.json', '-r2.json'))
    const items = await account.items(transfer.transfer_id)
    expect(items.find(({ payload_reference }) => payload_reference === references[1])).toMatchObject({
      outcome: 'sent',
      times_sent: 2,
    })
    const renamed = second.replace('.json', '-r2.json')
    await receive(transfer, `${hashOf(await account.file(again, renamed))}  ${renamed}\n`)
    await readReceipts.handle(account.context(), { client: account.client, transfer_config_reference: archive })
    expect((await account.found(transfer.transfer_id)).counts).toMatchObject({ sent: 3, confirmed: 3, differs: 0 })
    expect(await account.alertsOf('transfer_differs')).toEqual(['Cleared'])
  })

  it('may be corrected, also when everything else is confirmed', async () => {
    await account.messages(2)
    const transfer = await account.transfer()
    const names = (await account.delivered(transfer)).filter((name) => name.startsWith('sms/'))
    const hashes = await Promise.all(names.map(async (name) => hashOf(await account.file(transfer, name))))
    const read = async (sha256: readonly string[]) => {
      await receive(transfer, names.map((name, place) => `${sha256[place]}  ${name}\n`).join(''))
      await readReceipts.handle(account.context(), { client: account.client, transfer_config_reference: archive })
      return (await account.found(transfer.transfer_id)).counts
    }
    expect(await read(['0'.repeat(64), hashes[1] ?? ''])).toMatchObject({ sent: 1, confirmed: 1, differs: 1 })
    expect(await read(hashes)).toMatchObject({ sent: 2, confirmed: 2, differs: 0 })
  })

  it('are reconciled by day', async () => {
    const { items } = await account.ask<{ items: TransferDay[] }>('GET', '/transfer_days')
    const all = await account.ask<{ items: Transferable[] }>('GET', '/transfers?limit=100')
    const sum = (of: (counts: Transferable['counts']) => number) =>
      all.items.reduce((total, { counts }) => total + of(counts), 0)
    expect(items.reduce((total, { transfers }) => total + transfers, 0)).toBe(all.items.length)
    expect(items.reduce((total, { sent }) => total + sent, 0)).toBe(sum(({ sent }) => sent))
    expect(items.reduce((total, { duplicate }) => total + duplicate, 0)).toBe(1)
    expect(await account.ask('GET', '/transfer_days?filter[has_difference]=true')).toMatchObject({ items: [] })
    expect(await account.ask('GET', '/transfer_days?query_result_type=total')).toMatchObject({ total: items.length })
  })
})
