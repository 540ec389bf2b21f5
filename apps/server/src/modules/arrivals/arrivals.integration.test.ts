import { setImmediate } from 'node:timers/promises'
import type { PayloadState } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { transition } from '../payloads/index.ts'
import { makeDueWindows, rangeOf, transferConfigs } from '../transfer-configs/index.ts'
import { readArrivals } from './index.ts'

let account: TestAccount
let sequence = 1000

beforeAll(async () => {
  account = await anAccount().withGroups('London').withDevice('London-1', 'London').open()
})
afterAll(() => account?.close())

const actor = { kind: 'system', reference: 'processing' } as const

/** Adds a recording that arrives with the end of this transaction. */
const arrive = async (tx: TenantTransaction, name: string, to: PayloadState = 'Processed'): Promise<void> => {
  // Groups of their own: transactions that count the same group may wait for each other.
  const row = { payload_reference: name, group: `Desk of ${name}`, device_reference: 'London-1', sequence: sequence++ }
  await addRows(tx, 'payloads', [{ ...row, payload_state: 'Scanning' }])
  await move(tx, name, to)
}

const move = async (tx: TenantTransaction, name: string, to: PayloadState): Promise<void> => {
  const payload = await tx.db
    .selectFrom('payloads')
    .selectAll()
    .where('client', '=', tx.client)
    .where('payload_reference', '=', name)
    .executeTakeFirstOrThrow()
  await transition(tx, actor, payload, { to, event: 'payload.processed' })
}

interface Config {
  schedule?: string
  report_from?: Date
}

/** A configuration that is due now. */
const addConfig = (reference: string, { schedule = 'rate(1 day)', report_from = new Date(0) }: Config = {}) =>
  account.write(async (tx) => {
    await transferConfigs.insert(
      tx,
      reference,
      {
        transfer_type: 'Payload',
        payload_types: ['Call'],
        schedule,
        time_zone: 'UTC',
        params: JSON.stringify({ target_type: 'S3' }),
        transfer_file_format: 'Uncompressed',
        metadata_format: 'JSON',
        is_active: true,
        report_from: report_from.toISOString(),
        covered_until: report_from.toISOString(),
        next_run_at: tx.now.toISOString(),
      },
      'test',
    )
  })

const makeDue = (reference: string) =>
  account.write((tx) =>
    tx.db
      .updateTable('transfer_configs')
      .set({ next_run_at: tx.now })
      .where('client', '=', tx.client)
      .where('transfer_config_reference', '=', reference)
      .execute(),
  )

/** As several workers do at once. */
const work = (workers = 1) =>
  Promise.all(
    Array.from({ length: workers }, () =>
      makeDueWindows(account.server.api.platform, account.client, new AbortController().signal),
    ),
  )

/** The recordings of each window of a configuration, in the order of the windows. */
const windowsOf = (reference: string) =>
  account.read(async (tx) => {
    const config = await transferConfigs.find(tx, reference)
    const windows = await tx.db
      .selectFrom('transfers')
      .selectAll()
      .where('client', '=', tx.client)
      .where('transfer_config_reference', '=', reference)
      .orderBy('transfer_id')
      .execute()
    if (!config) throw new Error('no configuration')
    const recordings = []
    for (const window of windows) {
      const { arrival_from, arrival_to } = window
      const range = rangeOf(config, { arrival_from: Number(arrival_from), arrival_to: Number(arrival_to) })
      recordings.push((await readArrivals(tx, range, 10_000)).map(({ payload_reference }) => payload_reference))
    }
    return { windows, recordings }
  })

describe('windows of a configuration', () => {
  test('have the history, then what arrives, each recording once; a rescanned one arrives again', async () => {
    await account.write((tx) => arrive(tx, 'history-1'))
    await account.write((tx) => arrive(tx, 'history-2', 'Quarantined'))
    await addConfig('Nightly')
    await work()
    await account.write((tx) => arrive(tx, 'later-1'))
    await account.write(async (tx) => {
      await move(tx, 'history-2', 'Scanning')
      await move(tx, 'history-2', 'Processed')
    })
    await makeDue('Nightly')
    await work()
    await makeDue('Nightly')
    await work()
    const { windows, recordings } = await windowsOf('Nightly')
    expect(recordings).toEqual([['history-1', 'history-2'], ['later-1', 'history-2'], []])
    for (const [place, window] of windows.slice(1).entries()) {
      const before = windows[place]
      expect([window.report_from, window.arrival_from]).toEqual([before?.report_to, before?.arrival_to])
    }
    expect(windows[0]?.folder).toMatch(/^[0-9]{8}T[0-9]{6}Z-[0-9A-Z]{26}$/)
  })

  test('never leave out a recording whose transaction ends late: it is in the next one', async () => {
    await addConfig('Late')
    await work()
    let finish = () => {}
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const late = account.write(async (tx) => {
      await arrive(tx, 'late')
      begun()
      await isFinished
    })
    await hasBegun
    await account.write((tx) => arrive(tx, 'in time'))
    await makeDue('Late')
    await work()
    finish()
    await late
    await makeDue('Late')
    await work()
    const { recordings } = await windowsOf('Late')
    expect(recordings.slice(1)).toEqual([['in time'], ['late']])
  })

  test('are made once by several workers, while recordings arrive', async () => {
    await addConfig('Busy')
    await work()
    const names = Array.from({ length: 120 }, (_, number) => `busy-${String(number).padStart(3, '0')}`)
    const arriving = (async () => {
      for (let at = 0; at < names.length; at += 8) {
        await Promise.all(names.slice(at, at + 8).map((name) => account.write((tx) => arrive(tx, name))))
      }
    })()
    for (let round = 0; round < 6; round++) {
      await makeDue('Busy')
      await work(4)
    }
    await arriving
    await makeDue('Busy')
    await work(4)
    const { windows, recordings } = await windowsOf('Busy')
    expect(windows).toHaveLength(8)
    expect(recordings.slice(1).flat().sort()).toEqual(names)
  })

  test('begin at report_from', async () => {
    await account.write((tx) => arrive(tx, 'before'))
    const report_from = new Date()
    while (Date.now() <= report_from.getTime()) await setImmediate()
    await account.write((tx) => arrive(tx, 'after'))
    await addConfig('From now', { report_from })
    await work()
    expect((await windowsOf('From now')).recordings).toEqual([['after']])
  })

  test('of several an hour wait while nothing arrives, but not longer than a day', async () => {
    await addConfig('Often', { schedule: 'rate(30 minutes)', report_from: new Date() })
    await work()
    expect((await windowsOf('Often')).windows).toHaveLength(0)
    await account.write((tx) => arrive(tx, 'often'))
    await makeDue('Often')
    await work()
    expect((await windowsOf('Often')).recordings).toEqual([['often']])
    await addConfig('Quiet', { schedule: 'rate(30 minutes)', report_from: new Date(Date.now() - 25 * 3_600_000) })
    await account.write((tx) =>
      tx.db
        .updateTable('transfer_configs')
        .set({ payload_types: ['Photo'] })
        .where('client', '=', tx.client)
        .where('transfer_config_reference', '=', 'Quiet')
        .execute(),
    )
    await work()
    expect((await windowsOf('Quiet')).recordings).toEqual([[]])
  })
})
