import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Transferable } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithArchive, archive } from '../../../test/account-with-archive.ts'
import { findEndedDays, sendDays } from './send-days.ts'

const dayMs = 24 * 60 * 60_000

let account: AccountWithArchive
beforeAll(async () => {
  account = await AccountWithArchive.open()
})
afterAll(() => account?.close())

/** Days are reported an hour after their end. */
const daysAgo = (days: number) => new Date(Date.now() - 60 * 60_000 - days * dayMs)
const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10)
const setConfig = (reference: string, columns: object) =>
  account.write((tx) =>
    tx.db
      .updateTable('transfer_configs')
      .set(columns)
      .where('client', '=', account.client)
      .where('transfer_config_reference', '=', reference)
      .execute(),
  )
/** A configuration that is so many days old. */
const configured = async (reference: string, days: number) => {
  await account.configure({}, reference)
  await setConfig(reference, { created_at: daysAgo(days) })
}
const send = (reference: string) =>
  sendDays.handle(account.context(), { client: account.client, transfer_config_reference: reference })
const folder = () => path.join(account.sshd.folder, 'reconciliation')
/** The files of a configuration. */
const names = async (reference: string) =>
  (await readdir(folder())).filter((name) => name.includes(`-${reference}-`)).sort()
const fileOf = async (reference: string, day: string, extension = 'json') => {
  const begins = `${day.replaceAll('-', '')}-`
  const name = (await names(reference)).find((each) => each.startsWith(begins) && each.endsWith(extension))
  return path.join(folder(), name ?? '')
}
const read = async (reference: string, day: string) => JSON.parse(await readFile(await fileOf(reference, day), 'utf8'))
const rows = (reference: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('transfer_day_files')
      .select(['day', 'json', 'delivered_at'])
      .where('client', '=', account.client)
      .where('transfer_config_reference', '=', reference)
      .orderBy('day')
      .execute(),
  )
/** As if its window had ended on an earlier day, and nothing had happened since. */
const moveTo = (transfer: Transferable, days: number) =>
  account.setTransfer(transfer.transfer_id, { report_to: daysAgo(days), updated_at: daysAgo(days) })

describe('the reconciliation of a day', () => {
  it('is delivered once for each day with windows, and for the latest in any case', async () => {
    await configured(archive, 5)
    await account.messages(3)
    const transfer = await account.transfer()
    await moveTo(transfer, 3)
    await send(archive)
    expect((await rows(archive)).map(({ day, json }) => ({ day, json }))).toEqual([
      { day: dayOf(3), json: null },
      { day: dayOf(1), json: null },
    ])
    const day = await read(archive, dayOf(3))
    expect(day).toMatchObject({
      format: 'holdfast-transfer-day-1',
      transfer_config_reference: archive,
      time_zone: 'UTC',
      previous: null,
      transfers: [{ transfer_id: transfer.transfer_id, state: 'Succeeded', collected: 3, sent: 3, duplicate: 0 }],
      earlier: [],
      counts: { collected: 3, sent: 3, confirmed: 0, differs: 0, failed: 0, waiting: 0, left_out: 0 },
    })
    expect(day.public_key).toBe((await account.config()).manifest_keys[0]?.public_key)
    expect(await read(archive, dayOf(1))).toMatchObject({
      transfers: [],
      counts: { collected: 0 },
      previous: { day: dayOf(3) },
    })
    const before = await names(archive)
    expect(before).toHaveLength(4)
    await Promise.all([send(archive), send(archive)])
    expect(await names(archive)).toEqual(before)
    const activities = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', account.client)
        .where('call', '=', 'JOB send_transfer_days')
        .execute(),
    )
    expect(activities).toHaveLength(2)
  })

  it('is made once by several workers', async () => {
    await configured('Several', 1)
    await Promise.all([send('Several'), send('Several'), send('Several')])
    expect(await names('Several')).toHaveLength(2)
    expect(await rows('Several')).toMatchObject([{ day: dayOf(1), json: null }])
    expect((await rows('Several'))[0]?.delivered_at).not.toBeNull()
  })

  it('has what changed of earlier transfers, beside its own', async () => {
    await account.configure({}, 'Earlier')
    await account.messages(1)
    const earlier = await account.transfer('Earlier')
    await account.messages(2)
    const own = await account.transfer('Earlier')
    await moveTo(earlier, 3)
    await account.setTransfer(earlier.transfer_id, { updated_at: daysAgo(1), confirmed: 3 })
    await moveTo(own, 1)
    await setConfig('Earlier', { created_at: daysAgo(1) })
    await send('Earlier')
    expect(await read('Earlier', dayOf(1))).toMatchObject({
      transfers: [{ transfer_id: own.transfer_id }],
      earlier: [{ transfer_id: earlier.transfer_id, confirmed: 3 }],
      counts: { collected: 2, sent: 2, confirmed: 0 },
    })
    const csv = await readFile(await fileOf('Earlier', dayOf(1), 'csv'), 'utf8')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3)
  })

  it('whose name somebody else has used is given up, and delays no other', async () => {
    await configured('Taken', 1)
    await send('Taken')
    for (const name of await names('Taken')) await writeFile(path.join(folder(), name), 'of somebody else')
    await account.write((tx) =>
      tx.db
        .deleteFrom('transfer_day_files')
        .where('client', '=', account.client)
        .where('transfer_config_reference', '=', 'Taken')
        .execute(),
    )
    await send('Taken')
    expect(await rows('Taken')).toMatchObject([{ day: dayOf(1), json: null, delivered_at: null }])
    expect(await readFile(await fileOf('Taken', dayOf(1)), 'utf8')).toBe('of somebody else')
  })
})

describe('a daily look at the destination', () => {
  it('delivers what a worker that died had begun, with the same bytes, and removes its temporary files', async () => {
    await account.configure({}, 'Killed')
    await account.messages(1)
    const transfer = await account.transfer('Killed')
    await account.setTransfer(transfer.transfer_id, { lease: 2, started_at: daysAgo(3) })
    await setConfig('Killed', { created_at: daysAgo(1) })
    const left = path.join(account.sshd.folder, transfer.folder, 'sms', '.holdfast-0123abc.part')
    const fresh = path.join(path.dirname(left), '.holdfast-4567def.part')
    for (const each of [left, fresh]) await writeFile(each, 'half')
    await utimes(left, daysAgo(2), daysAgo(2))
    const bytes = Buffer.from('{"as":"it was made"}\n')
    const day = dayOf(1)
    const file_name = `reconciliation/${day.replaceAll('-', '')}-Killed-0.json`
    await account.write((tx) =>
      tx.db
        .insertInto('transfer_day_files')
        .values({
          ...{ client: account.client, transfer_config_reference: 'Killed', day, file_name, sha256: '0' },
          ...{ csv: Buffer.from('a\r\n'), json: bytes, created_at: new Date() },
        })
        .execute(),
    )
    // The CSV file had arrived.
    await writeFile(path.join(account.sshd.folder, file_name.replace('.json', '.csv')), 'a\r\n')
    await findEndedDays.handle(account.context(), {})
    await send('Killed')
    expect(await readFile(path.join(account.sshd.folder, file_name))).toEqual(bytes)
    const parts = (await readdir(path.dirname(left))).filter((name) => name.endsWith('.part'))
    expect(parts).toEqual([path.basename(fresh)])
  })

  it('waits for a destination that does not answer, and sends nothing of a configuration that is off', async () => {
    await configured('Later', 1)
    const { params } = await account.config('Later')
    await setConfig('Later', { params: JSON.stringify({ ...params, port: 1 }) })
    await send('Later')
    await setConfig('Later', { params: JSON.stringify(params), is_active: false })
    await send('Later')
    expect(await names('Later')).toEqual([])
    await setConfig('Later', { is_active: true })
    await send('Later')
    expect(await names('Later')).toHaveLength(2)
  })
})
