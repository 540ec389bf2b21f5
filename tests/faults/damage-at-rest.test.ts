import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AuditEvent, Payload, PayloadAudit } from '@holdfast/contract'
import { headerBytes, segmentBytes } from '@holdfast/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { replaceStoredBytes, storedBytes as storedBytesOf } from '../../apps/server/test/stored-content.ts'
import { AccountUnderAttack } from '../attacks/account-under-attack.ts'
import { untilStatus } from '../setup/handset-status.ts'

/**
 * When the stored copy of a recording is changed, cut off, removed or replaced after processing, that is reported, and
 * the copy is never played.
 */

const tagBytes = 16
const sealedSegmentBytes = segmentBytes + tagBytes
/** Content of three segments. */
const content = wav(10)
const metricsToken = 'a-token-for-prometheus-alone'
const damaged = {
  error_code: 410,
  code: 'playback.damaged',
  message: 'The stored copy of this recording is damaged or missing',
}

let account: AccountUnderAttack
beforeAll(async () => {
  account = await AccountUnderAttack.start({
    environment: { HOLDFAST_METRICS_TOKEN: metricsToken, HOLDFAST_LOG_LEVEL: 'fatal' },
  })
})
afterAll(() => account?.stop())

/** Delivers a call and waits until it is processed. */
const newCall = async (type = 'Call', bytes: Buffer = content): Promise<string> => {
  const { handset } = account
  const meta =
    type === 'Call'
      ? { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }
      : { direction: 'I', message_parties: [{ phone_number: '+447700900123' }], length: 5, thread_id: 'thread' }
  const recording = handset.record(bytes, type, meta)
  await handset.deliver(recording)
  const { payload_reference } = recording.registration
  await untilStatus(handset, payload_reference, 'processed')
  return payload_reference
}

const rowOf = (payload_reference: string) =>
  account.server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('payloads')
      .selectAll()
      .where('client', '=', 'acme')
      .where('payload_reference', '=', payload_reference)
      .executeTakeFirstOrThrow(),
  )

const custodyOf = (
  payload_reference: string,
  events: AuditEvent[] = ['payload.damage_found', 'payload.damage_mended'],
) =>
  account.server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('custody_events')
      .select(['event', 'details', 'request_id', 'actor_kind'])
      .where('client', '=', 'acme')
      .where('payload_reference', '=', payload_reference)
      .where('event', 'in', events)
      .orderBy('event_id')
      .execute(),
  )

/** The calls for content on the trail that were refused as damaged, or answered, the latest last. */
const mediaCallsOnTrail = (outcome: 'damaged' | 'answered') =>
  account.server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['request_id', 'status_code', 'denial_reason', 'is_allowed', 'events', 'user_id'])
      .where('client', '=', 'acme')
      .where('call', '=', 'GET /media/{ticket}')
      .where('status_code', outcome === 'damaged' ? '=' : '<', outcome === 'damaged' ? 410 : 300)
      .orderBy('log_id')
      .execute(),
  )

const storedBytes = (payload_reference: string): Promise<Buffer> =>
  storedBytesOf(account.server.api.platform, 'acme', payload_reference)

/** Replaces or removes the stored bytes of a recording. */
const replaceStored = async (payload_reference: string, change: (bytes: Buffer) => Uint8Array | null): Promise<void> =>
  replaceStoredBytes(
    account.server.api.platform,
    'acme',
    payload_reference,
    change(await storedBytes(payload_reference)),
  )

const flipBit = (at: number) => (bytes: Buffer) => {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes
}

const play = async (payload_reference: string, headers: Record<string, string> = {}) =>
  account.fetchMedia(await account.requestPlayback(account.tokens.amir, payload_reference), headers)

const refusal = async (response: Response) => [response.status, await response.json()]

describe('a damaged stored recording', () => {
  it.each<[string, object, (bytes: Buffer) => Uint8Array]>([
    ['a bit of its magic number flipped', { found: 'malformed' }, flipBit(0)],
    ['a bit of its iv flipped', { found: 'wrong_iv' }, flipBit(6)],
    ['a bit of its commitment flipped', { found: 'wrong_key' }, flipBit(20)],
    ['a bit of its first segment flipped', { found: 'tampered', segment: 0 }, flipBit(headerBytes + 10)],
    ['a cut within its header', { found: 'truncated' }, (bytes) => bytes.subarray(0, 20)],
    ['a cut after its header', { found: 'truncated' }, (bytes) => bytes.subarray(0, headerBytes)],
    ['a cut within its first segment', { found: 'truncated', segment: 0 }, (bytes) => bytes.subarray(0, 1000)],
    ['nothing left of it', { found: 'truncated' }, () => Buffer.alloc(0)],
  ])(
    'with %s is refused with an explanation, and recorded in its custody and on the trail of the call',
    async (_, found, change) => {
      const call = await newCall()
      const { s3_path } = await rowOf(call)
      await replaceStored(call, change)
      expect(await refusal(await play(call))).toEqual([410, damaged])
      const custody = await custodyOf(call)
      expect(custody).toMatchObject([{ event: 'payload.damage_found', details: { ...found, object_key: s3_path } }])
      const onTrail = (await mediaCallsOnTrail('damaged')).at(-1)
      expect(onTrail).toMatchObject({
        request_id: custody[0]?.request_id,
        user_id: 'amir',
        denial_reason: 'playback.damaged',
        is_allowed: true,
        events: [{ event: 'payload.damage_found', details: { payload_reference: call, ...found } }],
      })
    },
  )

  it.each<[string, object, (bytes: Buffer) => Uint8Array | null]>([
    ['a bit of its iv flipped', { found: 'wrong_iv' }, flipBit(6)],
    ['a bit of its segment flipped', { found: 'tampered', segment: 0 }, flipBit(headerBytes + 10)],
    ['a cut within its segment', { found: 'truncated', segment: 0 }, (bytes) => bytes.subarray(0, -1)],
    ['a cut after its header', { found: 'truncated' }, (bytes) => bytes.subarray(0, headerBytes)],
    ['nothing left of it', { found: 'truncated' }, () => Buffer.alloc(0)],
    ['its row removed', { found: 'missing' }, () => null],
  ])('in the table with %s is refused with an explanation, and recorded', async (_, found, change) => {
    const call = await newCall('Call', wav(0.5))
    expect(await rowOf(call)).toMatchObject({ is_content_in_table: true, s3_path: null })
    expect((await play(call)).status).toBe(200)
    await replaceStored(call, change)
    expect(await refusal(await play(call))).toEqual([410, damaged])
    expect(await custodyOf(call)).toMatchObject([{ event: 'payload.damage_found', details: found }])
  })

  it('that was removed is refused with an explanation, and recorded', async () => {
    const call = await newCall()
    await replaceStored(call, () => null)
    expect(await refusal(await play(call))).toEqual([410, damaged])
    expect(await custodyOf(call)).toMatchObject([{ details: { found: 'missing' } }])
  })

  it('that was cut is not recorded as played, whichever of its bytes is asked for first', async () => {
    const call = await newCall()
    await replaceStored(call, (bytes) => bytes.subarray(0, -sealedSegmentBytes))
    const playback = await account.requestPlayback(account.tokens.amir, call)
    // Players ask for all of it. The portal then asks for one byte, to learn why it does not play.
    for (const range of ['bytes=0-', 'bytes=1-1']) {
      expect(await refusal(await account.fetchMedia(playback, { range }))).toEqual([410, damaged])
    }
    expect(await custodyOf(call, ['payload.played'])).toEqual([])
    expect(await custodyOf(call)).toMatchObject([{ details: { found: 'truncated' } }])
  })

  it('that was replaced by another one is refused, and nothing of the other one is played', async () => {
    const [call, other] = [await newCall(), await newCall()]
    const bytes = await storedBytes(other)
    await replaceStored(call, () => bytes)
    expect(await refusal(await play(call))).toEqual([410, damaged])
    expect((await play(other)).status).toBe(200)
  })

  it.each(['encrypted_dek', 'key_id'] as const)(
    'with another %s in its row is refused, and recorded',
    async (column) => {
      const [call, other] = [await newCall(), await newCall()]
      const changed = column === 'key_id' ? 'x'.repeat(43) : (await rowOf(other)).encrypted_dek
      await account.server.api.platform.database.transaction('acme', (tx) =>
        tx.db
          .updateTable('payloads')
          .set({ [column]: changed })
          .where('client', '=', 'acme')
          .where('payload_reference', '=', call)
          .execute(),
      )
      expect(await refusal(await play(call))).toEqual([410, damaged])
      expect(await custodyOf(call)).toMatchObject([{ details: { found: 'wrong_key' } }])
    },
  )

  it('is refused together with its attachments, if it is a message', async () => {
    const attachments = [{ name: 'a', media_type: 'text/plain', content: Buffer.from('hello').toString('base64') }]
    const message = await newCall('SMS', Buffer.from(JSON.stringify({ text: 'Look', attachments })))
    await replaceStored(message, flipBit(headerBytes + 4))
    const playback = await account.requestPlayback(account.tokens.amir, message)
    const attached = { ...playback, s3_url: `${playback.s3_url}?attachment=0` }
    expect(await refusal(await account.fetchMedia(attached))).toEqual([410, damaged])
    expect(await refusal(await account.fetchMedia(playback))).toEqual([410, damaged])
    expect(await custodyOf(message)).toHaveLength(1)
  })

  it('that is damaged in the middle plays up to the damage, where the response breaks off, and the damage is recorded', async () => {
    const call = await newCall()
    await replaceStored(call, flipBit(headerBytes + sealedSegmentBytes + 10))
    const answered = await play(call)
    expect(answered.status).toBe(200)
    await expect(answered.arrayBuffer()).rejects.toThrow()
    const custody = await custodyOf(call)
    expect(custody).toMatchObject([{ event: 'payload.damage_found', details: { found: 'tampered', segment: 1 } }])
    expect(custody[0]?.request_id).toBe((await mediaCallsOnTrail('answered')).at(-1)?.request_id)

    const last = await play(call, { range: `bytes=${2 * segmentBytes}-` })
    expect(last.status).toBe(206)
    expect(Buffer.from(await last.arrayBuffer()).equals(content.subarray(2 * segmentBytes))).toBe(true)
    expect(await refusal(await play(call, { range: `bytes=${segmentBytes}-` }))).toEqual([410, damaged])
    expect(await custodyOf(call)).toHaveLength(1)
  })

  it('is recorded once when ten people play it at the same time', async () => {
    const call = await newCall()
    await replaceStored(call, flipBit(headerBytes + 10))
    const playbacks = await Promise.all(
      Array.from({ length: 10 }, () => account.requestPlayback(account.tokens.amir, call)),
    )
    const answers = await Promise.all(playbacks.map((each) => account.fetchMedia(each)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(410))
    expect(await custodyOf(call)).toHaveLength(1)
  })

  it('is marked in lists and in its custody, and counted in the metrics', async () => {
    const call = await newCall()
    const read = async <T>(address: string): Promise<T> =>
      (await account.server.call('GET', `/api/client/v1/acme/${address}`, { token: account.tokens.amir })).json() as T
    expect((await read<Payload>(`payloads/${call}`)).damaged_at).toBeNull()
    await replaceStored(call, () => Buffer.alloc(0))
    await play(call)
    const { damaged_at } = await read<Payload>(`payloads/${call}`)
    expect(damaged_at).toEqual(expect.any(String))
    const { items } = await read<{ items: Payload[] }>('payloads?limit=1')
    expect(items).toMatchObject([{ payload_reference: call, damaged_at }])
    const { records } = await read<PayloadAudit>(`payloads/${call}/audit`)
    expect(records[0]).toMatchObject({ action: 'payload.damage_found', actor_kind: 'system', time: damaged_at })
    const metrics = await (await account.server.call('GET', '/metrics', { token: metricsToken })).text()
    const counted = Number(/^holdfast_payloads_damaged\{payload_type="Call"\} (\d+)$/m.exec(metrics)?.[1])
    expect(counted).toBeGreaterThan(0)
  })
})

it('a missing object store damages nothing: the call is answered with 503, unless its content is in the table', async () => {
  const [call, small] = [await newCall(), await newCall('Call', wav(0.5))]
  const { platform } = account.server.api
  // As an unmounted disk would look.
  await rm(fileURLToPath(platform.settings.objectsUrl), { recursive: true })
  expect(await refusal(await play(call))).toMatchObject([503, { code: 'server.dependency_down' }])
  expect(await custodyOf(call)).toEqual([])
  expect((await rowOf(call)).damaged_at).toBeNull()
  expect((await play(small)).status).toBe(200)
})
