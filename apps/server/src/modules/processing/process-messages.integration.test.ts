import { randomBytes } from 'node:crypto'
import type { PayloadRegistration } from '@holdfast/contract'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Clamd, startClamd } from '../../../../../tests/setup/clamd.ts'
import { faultsOfAccount, faultsOfPayload } from '../../../../../tests/setup/consistency.ts'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { DeviceServer, type Recording, type TestDevice } from '../../../test/device-server.ts'
import { wav } from '../../../test/media-fixtures.ts'
import { replaceStoredBytes } from '../../../test/stored-content.ts'
import { runJobs } from '../../platform/jobs/run-jobs.ts'
import { turnOffWordSearch, turnOnWordSearch } from '../words/index.ts'
import { collectMessages, collectStatement } from './collect-messages.ts'
import { enqueueUnprocessed } from './enqueue-unprocessed.ts'
import { processingJobs } from './index.ts'
import { processMessages } from './process-messages.ts'
import { processOne, processPayload } from './process-payload.ts'

/** In two parts, so that no virus scanner reports this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

let clamd: Clamd
let server: DeviceServer
let device: TestDevice
let queue: Pool
beforeAll(async () => {
  clamd = await startClamd()
  server = await DeviceServer.start({ scannerUrl: clamd.url })
  device = await server.addDevice('DEVICE-1')
  queue = ownerPool(server.databaseUrl, { max: 1 })
})
afterAll(async () => {
  await queue.end()
  await server.stop()
  await clamd.stop()
})
beforeEach(async () => {
  await queue.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))`,
  )
})

const context = () => ({ platform: server.platform, attempt: 1, signal: new AbortController().signal })

const inline = ({ registration, sealed }: Recording): PayloadRegistration => ({
  ...registration,
  content: Buffer.from(sealed).toString('base64'),
})

const newMessage = (text: string, payload_type: 'SMS' | 'MMS' | 'RCS' = 'SMS') =>
  server.record(device, Buffer.from(JSON.stringify({ text })), { payload_type })

/** Registers messages in calls of 100, and returns their references. */
const sent = async (messages: readonly Recording[]): Promise<string[]> => {
  for (let start = 0; start < messages.length; start += 100) {
    const outcomes = await device.register(...messages.slice(start, start + 100).map(inline))
    expect(outcomes.every(({ result }) => result === 'uploaded')).toBe(true)
  }
  return messages.map(({ registration }) => registration.payload_reference)
}

const sentMessages = async (count: number): Promise<string[]> =>
  sent(await Promise.all(Array.from({ length: count }, (_, index) => newMessage(`Message ${index}`))))

const collect = () => collectMessages.handle(context(), { client: server.client })

const batches = () =>
  server.platform.database.read(server.client, (tx) =>
    tx.db.selectFrom('message_batches').selectAll().where('client', '=', server.client).orderBy('batch_id').execute(),
  )

const processBatch = (batch_id: string) => processMessages.handle(context(), { client: server.client, batch_id })

/** Collects and processes messages until none wait. */
const processAll = async (): Promise<void> => {
  await collect()
  for (let open = await batches(); open.length > 0; open = await batches()) {
    for (const { batch_id } of open) await processBatch(batch_id)
  }
}

const states = async (references: readonly string[]): Promise<string[]> =>
  Promise.all(references.map(async (reference) => (await server.payload(reference)).payload_state))

const account = () => ({ client: server.client, ...server.platform })

const faults = async (references: readonly string[]): Promise<string[]> =>
  (await Promise.all(references.map((reference) => faultsOfPayload(account(), reference)))).flat()

interface WaitingJob {
  task: string
  key: string
  run_at: Date
}

const jobs = async (task: string): Promise<WaitingJob[]> => {
  const { rows } = await queue.query<WaitingJob>(
    'select task_identifier as task, key, run_at from graphile_worker.jobs where task_identifier = $1 order by id',
    [task],
  )
  return rows
}

describe('small messages', () => {
  it('are processed together, each with its whole custody, and the counters agree', async () => {
    const references = [
      ...(await sentMessages(12)),
      ...(await sent([await newMessage('A picture', 'MMS'), await newMessage('Rich', 'RCS')])),
    ]
    const heard: unknown[] = []
    const leave = server.platform.events.subscribe(server.client, {
      onEvent: (event) => heard.push(event),
      onGap: () => undefined,
    })
    await collect()
    const [batch, ...others] = await batches()
    expect(others).toEqual([])
    expect([...(batch?.payload_references ?? [])].sort()).toEqual([...references].sort())
    await processBatch(batch?.batch_id ?? '')
    expect(await faults(references)).toEqual([])
    expect(await server.payload(references[0] ?? '')).toMatchObject({
      media: { content_type: 'application/json', size: JSON.stringify({ text: 'Message 0' }).length },
      failure: null,
      processed_at: expect.any(String),
      updated_by: 'worker',
      s3_path: null,
    })
    expect(await faultsOfAccount(account())).toEqual([])
    expect(await device.statuses(...references)).toEqual(references.map(() => 'processed'))
    await vi.waitFor(
      () => {
        for (const reference of references)
          expect(heard).toContainEqual(expect.objectContaining({ reference, state: 'Processed' }))
      },
      { timeout: waitTimeoutMs },
    )
    leave()
  })

  it('that arrive as an upload are collected like the others; calls and larger messages are processed by themselves', async () => {
    const uploaded = await newMessage('Uploaded')
    const large = await newMessage('x'.repeat(20_000))
    const call = await server.record(device, wav(0.5))
    await device.register(uploaded.registration, inline(large), inline(call))
    await device.upload(uploaded.registration.payload_reference, 0, uploaded.sealed)
    expect(await jobs('collect_messages')).toHaveLength(1)
    expect((await jobs('process_payload')).map(({ key }) => key.split('/')[1]).sort()).toEqual(
      [large, call].map(({ registration }) => registration.payload_reference).sort(),
    )
    await processAll()
    const references = [uploaded, large, call].map(({ registration }) => registration.payload_reference)
    expect(await states(references)).toEqual(['Processed', 'Uploaded', 'Uploaded'])
    for (const payload_reference of references) {
      await processPayload.handle(context(), { client: server.client, payload_reference })
    }
    expect(await states(references)).toEqual(['Processed', 'Processed', 'Processed'])
  })

  it('wait in one job, however many registrations there are', async () => {
    for (let call = 0; call < 5; call++) await sentMessages(1)
    expect(await jobs('collect_messages')).toHaveLength(1)
    await collect()
    const [later, ...others] = await jobs('collect_messages')
    expect(others).toEqual([])
    for (let call = 0; call < 5; call++) await sentMessages(1)
    expect(await jobs('collect_messages')).toEqual([later])
    await processAll()
  })

  it('of a call that found the job waiting are collected, also if it ends after the job', async () => {
    const { database } = server.platform
    const completeAll = () =>
      queue.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
    await sentMessages(1)
    const found = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const call = database.transaction(server.client, async (tx) => {
      await tx.executeAll([collectStatement(server.client)])
      found.resolve()
      await released.promise
    })
    await found.promise
    await processAll()
    await completeAll()
    await collect()
    expect(await jobs('collect_messages')).toHaveLength(1)
    released.resolve()
    await call
    await completeAll()
    await collect()
    expect(await jobs('collect_messages')).toEqual([])
  })

  it('are processed in batches of 100, of which four are claimed at a time', async () => {
    const references = await sentMessages(520)
    await collect()
    await collect()
    const claimed = await batches()
    expect(claimed.map(({ payload_references }) => payload_references.length)).toEqual([100, 100, 100, 100])
    expect(new Set(claimed.flatMap(({ payload_references }) => payload_references)).size).toBe(400)
    await processBatch(claimed[0]?.batch_id ?? '')
    const next = await batches()
    expect(next).toHaveLength(4)
    expect(next.slice(0, 3)).toEqual(claimed.slice(1))
    await processAll()
    expect(await faults(references.slice(-50))).toEqual([])
    expect(await faultsOfAccount(account())).toEqual([])
  })

  it('are processed once when several workers take a batch, and its messages, at once', async () => {
    const references = await sentMessages(20)
    await collect()
    const [batch] = await batches()
    await Promise.all([
      ...Array.from({ length: 4 }, () => processBatch(batch?.batch_id ?? '')),
      ...references
        .slice(0, 5)
        .map((payload_reference) => processPayload.handle(context(), { client: server.client, payload_reference })),
    ])
    expect(await faults(references)).toEqual([])
    expect(await faultsOfAccount(account())).toEqual([])
  })
})

describe('a message that cannot be processed', () => {
  it.each<[string, string, (message: Recording) => Recording, RegExp]>([
    ['with malware', 'Quarantined', (message) => message, /eicar/i],
    [
      'sealed to another key',
      'Failed',
      (message) => ({
        ...message,
        registration: { ...message.registration, iv: randomBytes(7).toString('base64url') },
      }),
      /^wrong_iv$/,
    ],
  ])('%s, does not hold back the others of its batch', async (what, state, change, failure) => {
    const attachment = { name: 'a', media_type: 'text/plain', content: Buffer.from(eicar).toString('base64') }
    const document = { text: 'Bad', attachments: what === 'with malware' ? [attachment] : [] }
    const content = Buffer.from(JSON.stringify(document))
    const bad = change(await server.record(device, content, { payload_type: 'MMS' }))
    const good = await Promise.all([newMessage('One'), newMessage('Two')])
    const [reference = '', ...others] = await sent([bad, ...good])
    await processAll()
    const payload = await server.payload(reference)
    expect(payload.payload_state).toBe(state)
    expect(payload.failure).toMatch(failure)
    expect(payload.damaged_at).toBeNull()
    expect(await faults(others)).toEqual([])
  })

  it('because it is not one, is quarantined alone', async () => {
    const image = await server.record(device, randomBytes(50), { payload_type: 'MMS' })
    const [reference = '', other = ''] = await sent([image, await newMessage('One')])
    await processAll()
    expect(await states([reference, other])).toEqual(['Quarantined', 'Processed'])
  })

  it.each([
    ['changed', 'checksum', (size: number) => randomBytes(size)],
    ['missing', 'missing', () => null],
  ])('because its stored bytes are %s, fails alone, as damaged', async (_, failure, damage) => {
    const messages = await Promise.all([newMessage('Damaged'), newMessage('One'), newMessage('Two')])
    const [reference = '', ...others] = await sent(messages)
    const bytes = damage(messages[0]?.sealed.length ?? 0)
    await replaceStoredBytes(server.platform, server.client, reference, bytes)
    await processAll()
    expect(await server.payload(reference)).toMatchObject({
      payload_state: 'Failed',
      failure,
      damaged_at: expect.any(String),
    })
    expect((await server.custody(reference)).slice(-2)).toEqual(['payload.failed', 'payload.damage_found'])
    expect(await faults(others)).toEqual([])
    const [again] = messages
    if (!again) throw new Error('no message')
    expect(await device.register(inline(again))).toMatchObject([{ result: 'uploaded' }])
    await processAll()
    expect(await server.payload(reference)).toMatchObject({ payload_state: 'Processed', damaged_at: null })
  })

  it('because its processing throws, stays in the batch alone, until it no longer does', async () => {
    const [reference = '', ...others] = await sentMessages(3)
    const { clientKeys, database } = server.platform
    await database.transaction(server.client, (tx) =>
      tx.db
        .updateTable('payloads')
        .set({ key_id: 'throws' })
        .where('client', '=', server.client)
        .where('payload_reference', '=', reference)
        .execute(),
    )
    const privateKey = clientKeys.privateKey.bind(clientKeys)
    const spy = vi.spyOn(clientKeys, 'privateKey').mockImplementation((client, key_id) => {
      if (key_id === 'throws') throw new Error('a fault of the server')
      return privateKey(client, key_id)
    })
    await collect()
    const [batch] = await batches()
    const { batch_id = '' } = batch ?? {}
    await expect(processBatch(batch_id)).rejects.toThrow('a fault of the server')
    expect(await faults(others)).toEqual([])
    expect(await batches()).toMatchObject([{ batch_id, payload_references: [reference], is_under_way: false }])
    await collect()
    expect(await batches()).toHaveLength(1)
    spy.mockRestore()
    await processBatch(batch_id)
    expect(await states([reference])).toEqual(['Failed'])
    expect(await batches()).toEqual([])
  })
})

describe('a batch whose worker died', () => {
  it('is processed one message after the other, each counted before it begins', async () => {
    const references = await sentMessages(3)
    await collect()
    const { database } = server.platform
    await database.transaction(server.client, (tx) =>
      tx.db.updateTable('message_batches').set({ is_under_way: true }).where('client', '=', server.client).execute(),
    )
    const [batch] = await batches()
    const transaction = vi.spyOn(database, 'transaction')
    await processBatch(batch?.batch_id ?? '')
    // Each of them: one more lost pass, its states, no lost pass.
    expect(transaction.mock.calls.length).toBeGreaterThanOrEqual(3 * references.length)
    transaction.mockRestore()
    expect(await faults(references)).toEqual([])
    expect(await batches()).toEqual([])
  })

  it('gives up a message after two more workers, and none of the others', async () => {
    const [crashing = '', ...others] = await sentMessages(3)
    await collect()
    const { database } = server.platform
    await database.transaction(server.client, async (tx) => {
      await tx.db
        .updateTable('payloads')
        .set({ lost_passes: 2 })
        .where('client', '=', server.client)
        .where('payload_reference', '=', crashing)
        .execute()
      await tx.db
        .updateTable('message_batches')
        .set({ is_under_way: true })
        .where('client', '=', server.client)
        .execute()
    })
    const [batch] = await batches()
    await processBatch(batch?.batch_id ?? '')
    expect(await server.payload(crashing)).toMatchObject({
      payload_state: 'Failed',
      failure: 'ended_workers',
      lost_passes: 0,
    })
    expect(await faults(others)).toEqual([])
  })
})

describe('while the scanner is down', () => {
  it('messages stay in Scanning with a job of their own, and are processed when it is back', async () => {
    const references = await sentMessages(4)
    await clamd.stop()
    await processAll()
    expect(await states(references)).toEqual(references.map(() => 'Scanning'))
    expect(await batches()).toEqual([])
    expect((await jobs('process_payload')).map(({ key }) => key.split('/')[1]).sort()).toEqual([...references].sort())
    clamd = await startClamd({ port: Number(new URL(clamd.url).port) })
    for (const payload_reference of references) {
      await processPayload.handle(context(), { client: server.client, payload_reference })
    }
    expect(await faults(references)).toEqual([])
    expect(await faultsOfAccount(account())).toEqual([])
  })
})

describe('a worker that starts', () => {
  it('collects messages that wait without a job, except those in a batch that is younger than an hour', async () => {
    const references = await sentMessages(3)
    await collect()
    const left = await sentMessages(2)
    await queue.query(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))`,
    )
    await enqueueUnprocessed(server.platform, 0)
    expect(await jobs('process_payload')).toEqual([])
    expect(await jobs('collect_messages')).toHaveLength(1)
    await collect()
    expect((await batches()).map(({ payload_references }) => payload_references.length)).toEqual([3, 2])
    await server.platform.database.transaction(server.client, (tx) =>
      tx.db
        .updateTable('message_batches')
        .set({ claimed_at: new Date(tx.now.getTime() - 61 * 60_000) })
        .where('client', '=', server.client)
        .execute(),
    )
    await enqueueUnprocessed(server.platform, 0)
    expect(await batches()).toEqual([])
    await processAll()
    expect(await faults([...references, ...left])).toEqual([])
  })

  it('processes what is registered, in batches', async () => {
    const before = await sentMessages(150)
    const running = await runJobs({
      platform: server.platform,
      databaseUrl: server.databaseUrl,
      jobs: processingJobs,
      concurrency: 3,
    })
    try {
      const references = [...before, ...(await sentMessages(150))]
      await vi.waitFor(
        async () => expect(new Set(await device.statuses(...references.slice(0, 100)))).toEqual(new Set(['processed'])),
        { timeout: waitTimeoutMs },
      )
      await vi.waitFor(async () => expect(new Set(await states(references))).toEqual(new Set(['Processed'])), {
        timeout: waitTimeoutMs,
      })
      expect(await faults(references.slice(100, 200))).toEqual([])
    } finally {
      await running.stop()
    }
    expect(await faultsOfAccount(account())).toEqual([])
  })
})

describe('the word index', () => {
  const change = (work: typeof turnOffWordSearch) => server.platform.database.transaction(server.client, work)
  const wordsOf = async (payload_reference: string): Promise<number> => {
    const rows = await server.platform.database.read(server.client, (tx) =>
      tx.db
        .selectFrom('payload_words')
        .select('payload_reference')
        .where('client', '=', server.client)
        .where('payload_reference', '=', payload_reference)
        .execute(),
    )
    return rows.length
  }

  it('has the words of messages that were processed while it is on, alone or together, and of no others', async () => {
    const [before = ''] = await sent([await newMessage('Peridot')])
    await processAll()
    await change((tx) => turnOnWordSearch(tx, server.platform.keys))
    const attachments = [{ content: Buffer.from(eicar).toString('base64') }]
    const infectedMessage = { text: 'Peridot', attachments }
    const [clean = '', infected = '', alone = ''] = await sent([
      await newMessage('Peridot quartz, the'),
      await server.record(device, Buffer.from(JSON.stringify(infectedMessage)), { payload_type: 'MMS' }),
      await newMessage('Peridot onyx quartz'),
    ])
    await processOne(server.platform, { client: server.client, payload_reference: alone }, false, context().signal)
    await processAll()
    expect(await states([before, clean, infected, alone])).toEqual([
      'Processed',
      'Processed',
      'Quarantined',
      'Processed',
    ])
    expect([await wordsOf(before), await wordsOf(clean), await wordsOf(infected)]).toEqual([0, 2, 0])
    expect(await wordsOf(alone)).toBe(3)
    await change(turnOffWordSearch)
    const [after = ''] = await sent([await newMessage('Peridot')])
    await processAll()
    expect(await wordsOf(after)).toBe(0)
    expect(await faults([before, clean, alone, after])).toEqual([])
  })
})
