import { type CallResponse, type calls, limits, type Permission } from '@holdfast/contract'
import { importPublicKey, sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NewRow } from '../../../../../tests/setup/rows.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount } from '../../../../../tests/setup/test-account.ts'
import { replaceStoredBytes, storedBytes } from '../../../test/stored-content.ts'
import { StorageUnavailable } from '../../platform/objects/index.ts'
import { verifyPayloadContent } from './verify-payload-content.ts'
import { verifyPayloadJob } from './verify-payload-job.ts'

type Verification = CallResponse<typeof calls.verifyPayload>
type Person = 'officer' | 'london' | 'calls' | 'busy' | 'nobody'

const read = (conditions?: Permission['conditions']): Permission[] => [
  { actions_matching: 'payloads:read', ...(conditions && { conditions }) },
]

const open = () =>
  anAccount()
    .withGroups('London', 'Lisbon')
    .withDevice('London-1', 'London')
    .withDevice('Lisbon-1', 'Lisbon')
    .withRole('in London', read([{ names_matching: 'London' }]))
    .withRole('without recordings', [{ actions_matching: 'groups:read' }])
    .withPerson('officer', 'Compliance Officer')
    .withPerson('london', 'in London')
    .withPerson('busy', 'Compliance Officer')
    .withPerson('nobody', 'without recordings')
    .open()

let account: Awaited<ReturnType<typeof open>>
let tokens: Record<Person, string>
beforeAll(async () => {
  account = await open()
  await account.write((tx) =>
    addRows(tx, 'roles', [
      { role_reference: 'calls alone', permissions: JSON.stringify(read()), payload_types: ['Call'] },
    ]),
  )
  tokens = { ...account.tokens, calls: await account.signIn('calls', 'calls alone') }
})
afterAll(() => account?.close())

let sequence = 5_000

/** Adds a sealed recording as processing leaves it. Its object is larger than one segment. */
const addRecording = async (fields: Partial<NewRow<'payloads'>> = {}, bytes = 200_000): Promise<string> => {
  const { platform } = account.server.api
  const key = await account.read((tx) => platform.clientKeys.currentPublicKey(tx))
  const public_key = await importPublicKey(key?.public_key ?? '')
  const [payload_reference, payload_type, group] = [ulid(), fields.payload_type ?? 'Call', fields.group ?? 'London']
  const context = { payload_reference, payload_type, device_reference: `${group}-1` }
  const { content, ...seal } = await sealBytes(Buffer.alloc(bytes, 'sound'), { ...context, public_key })
  const s3_path = `recordings/${account.client}/${payload_reference}.${seal.checksum}`
  await platform.objects.put(s3_path, content)
  const processed_at = new Date('2026-03-02T10:00:00Z')
  await account.write((tx) =>
    addRows(tx, 'payloads', [
      { ...context, ...seal, group, s3_path, sequence: sequence++, uploaded_at: processed_at, processed_at, ...fields },
    ]),
  )
  return payload_reference
}

const pathOf = (reference: string) => `/api/client/v1/${account.client}/payloads/${reference}/verification`
const ask = async (who: Person, reference: string) => {
  const response = await account.server.call('POST', pathOf(reference), { token: tokens[who] })
  const body = (await response.json()) as Verification & { code?: string }
  return { status: response.status, code: body.code, body }
}
const look = (who: Person, reference: string) => account.server.getJson<Verification>(pathOf(reference), tokens[who])
const run = (payload_reference: string, attempt = 1) =>
  verifyPayloadContent.handle(
    { platform: account.server.api.platform, attempt, signal: new AbortController().signal },
    { client: account.client, payload_reference },
  )
const custody = (payload_reference: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('custody_events')
      .select(['event', 'actor', 'details'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .orderBy('event_id')
      .execute(),
  )
const eventsOf = async (reference: string) => (await custody(reference)).map(({ event }) => event)
const payloadOf = (payload_reference: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('payloads')
      .selectAll()
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .executeTakeFirstOrThrow(),
  )
const change = (payload_reference: string, fields: Partial<NewRow<'payloads'>>) =>
  account.write((tx) =>
    tx.db
      .updateTable('payloads')
      .set(fields as object)
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )
const damage = async (reference: string, at: number) => {
  const { platform } = account.server.api
  const bytes = await storedBytes(platform, account.client, reference)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await replaceStoredBytes(platform, account.client, reference, bytes)
}

describe('verifying a recording', () => {
  it('reads all stored bytes, and records who asked, what was read and the result', async () => {
    const reference = await addRecording()
    expect(await look('london', reference)).toMatchObject({
      state: 'none',
      not_verifiable: null,
      key_wrapping: 'ECDH-ES+A256KW',
      verified_at: '2026-03-02T10:00:00.000Z',
      verified_by: null,
    })
    const asked = await ask('london', reference)
    expect(asked).toMatchObject({ status: 200, body: { state: 'waiting', requested_by: 'london', bytes_read: 0 } })
    await run(reference)
    const { checksum, size } = await payloadOf(reference)
    const seen = await look('officer', reference)
    expect(seen).toMatchObject({ state: 'intact', checksum, bytes_read: size, found: null, verified_by: 'london' })
    expect(Date.parse(seen.verified_at ?? '')).toBeGreaterThan(Date.parse('2026-03-03'))
    expect(await custody(reference)).toEqual([
      { event: 'payload.verification_requested', actor: 'london', details: {} },
      { event: 'payload.verified', actor: 'verification', details: { checksum, bytes: size, requested_by: 'london' } },
    ])
  })

  it.each([
    ['the first segment', 100, 'tampered', 0],
    ['a segment that nobody has opened', 150_000, 'tampered', 2],
  ])('finds a bit that flipped in %s', async (_, at, found, segment) => {
    const reference = await addRecording()
    await damage(reference, at)
    await ask('officer', reference)
    await run(reference)
    expect(await look('officer', reference)).toMatchObject({ state: 'damaged', found, checksum: null })
    expect((await payloadOf(reference)).damaged_at).toEqual(expect.any(String))
    const events = await custody(reference)
    expect(events.map(({ event }) => event)).toEqual([
      'payload.verification_requested',
      'payload.damage_found',
      'payload.damage_confirmed',
    ])
    expect(events[1]).toMatchObject({ actor: 'verification', details: { found, segment } })
    expect(events[2]?.details).toMatchObject({ found, segment, requested_by: 'officer' })
  })

  it('finds missing and shortened content, and content whose checksum alone differs', async () => {
    const [missing, shortened, other] = [await addRecording(), await addRecording(), await addRecording()]
    const { platform } = account.server.api
    await replaceStoredBytes(platform, account.client, missing, null)
    const bytes = await storedBytes(platform, account.client, shortened)
    await replaceStoredBytes(platform, account.client, shortened, bytes.subarray(0, -1_000))
    await change(other, { checksum: 'a'.repeat(64) })
    for (const [reference, found] of [
      [missing, 'missing'],
      [shortened, expect.stringMatching(/tampered|truncated/)],
      [other, 'checksum'],
    ]) {
      await ask('officer', reference)
      await run(reference)
      expect(await look('officer', reference)).toMatchObject({ state: 'damaged', found })
    }
  })

  it('removes the mark of damage when everything is there again, and records known damage again', async () => {
    const reference = await addRecording()
    await damage(reference, 150_000)
    await ask('officer', reference)
    await run(reference)
    await damage(reference, 150_000)
    await later(reference)
    await ask('london', reference)
    await run(reference)
    expect(await look('london', reference)).toMatchObject({ state: 'intact', verified_by: 'london' })
    expect((await payloadOf(reference)).damaged_at).toBeNull()
    expect(await eventsOf(reference)).toEqual([
      'payload.verification_requested',
      'payload.damage_found',
      'payload.damage_confirmed',
      'payload.verification_requested',
      'payload.verified',
      'payload.damage_mended',
    ])
  })

  it('says nothing about the recording while the store cannot be read, and may be asked for again at once', async () => {
    const reference = await addRecording()
    await ask('officer', reference)
    const { platform } = account.server.api
    const get = vi.spyOn(platform.objects, 'get').mockRejectedValue(new StorageUnavailable('down'))
    await expect(run(reference)).rejects.toThrow(StorageUnavailable)
    expect(await look('officer', reference)).toMatchObject({ state: 'running' })
    await expect(run(reference, verifyPayloadJob.maxAttempts)).rejects.toThrow(StorageUnavailable)
    get.mockRestore()
    expect(await look('officer', reference)).toMatchObject({ state: 'failed', found: null })
    expect((await payloadOf(reference)).damaged_at).toBeNull()
    expect((await ask('officer', reference)).status).toBe(200)
  })

  it('ends without a result if the recording is destroyed while it is read', async () => {
    const reference = await addRecording()
    await ask('officer', reference)
    const { objects } = account.server.api.platform
    const get = objects.get.bind(objects)
    vi.spyOn(objects, 'get').mockImplementationOnce(async (...parts) => {
      await change(reference, { payload_state: 'Destroyed' })
      return get(...parts)
    })
    await run(reference)
    expect(await look('officer', reference)).toMatchObject({ state: 'failed', not_verifiable: 'no_content' })
    expect(await eventsOf(reference)).toEqual(['payload.verification_requested'])
  })

  it('announces its beginning, its progress and its end to open screens that may see the recording', async () => {
    const reference = await addRecording({}, 2_000_000)
    const heard: [state: string | null, progress: number][] = []
    const { events } = account.server.api.platform
    const leave = events.subscribe(account.client, {
      onEvent: ({ kind, reference: of, state, progress }) => {
        if (kind === 'verification' && of === reference) heard.push([state, progress ?? -1])
      },
      onGap: () => undefined,
    })
    await ask('officer', reference)
    // Each look at the clock is a second later, so that each chunk is announced.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    await run(reference).finally(() => clock.mockRestore())
    await expect.poll(() => heard.at(-1)).toEqual(['intact', 1])
    leave()
    const [first, begun, ...progress] = heard.slice(0, -1)
    expect([first, begun]).toEqual([
      ['waiting', 0],
      ['running', 0],
    ])
    expect(progress.length).toBeGreaterThan(1)
    expect(progress.every(([state]) => state === 'running')).toBe(true)
    const shares = progress.map(([, share]) => share)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
  })
})

/** Moves the end of the last verification into the past. */
const later = (payload_reference: string) =>
  account.write((tx) =>
    tx.db
      .updateTable('payload_verifications')
      .set({ ended_at: new Date(tx.now.getTime() - 1_000 * limits.verificationPauseSeconds) })
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )

describe('a verification is refused', () => {
  it('for recordings that somebody may not read, in the words for unknown ones', async () => {
    const [lisbon, interview] = [
      await addRecording({ group: 'Lisbon' }),
      await addRecording({ payload_type: 'Interview' }),
    ]
    const unknown = await ask('officer', ulid())
    expect(unknown).toMatchObject({ status: 404, code: 'payload.not_found' })
    for (const [who, reference] of [
      ['london', lisbon],
      ['calls', interview],
    ] as const) {
      expect((await ask(who, reference)).body).toEqual(unknown.body)
      const response = await account.server.call('GET', pathOf(reference), { token: tokens[who] })
      expect(await response.json()).toEqual(unknown.body)
      expect(await eventsOf(reference)).toEqual([])
    }
    expect((await ask('nobody', lisbon)).status).toBe(403)
  })

  it.each<[string, Partial<NewRow<'payloads'>>, string]>([
    ['has not arrived', { payload_state: 'Recorded', s3_path: null, uploaded_at: null }, 'verification.no_content'],
    ['was never recorded', { payload_state: 'NotRecorded', s3_path: null }, 'verification.no_content'],
    ['is being processed', { payload_state: 'Scanning' }, 'verification.no_content'],
    ['never opened', { payload_state: 'Failed' }, 'verification.no_content'],
    [
      'never opened and was deleted',
      { payload_state: 'Deleted', state_before_deletion: 'Failed' },
      'verification.no_content',
    ],
    ['was destroyed', { payload_state: 'Destroyed', s3_path: null }, 'verification.no_content'],
    ['was with a personal number', { is_personal_number: true }, 'verification.personal'],
  ])('of a recording that %s', async (_, fields, code) => {
    const reference = await addRecording(fields)
    const refused = await ask('officer', reference)
    expect(refused).toMatchObject({ code, status: code === 'verification.personal' ? 403 : 409 })
    expect(await look('officer', reference)).toMatchObject({ not_verifiable: code.replace('verification.', '') })
    expect(await eventsOf(reference)).toEqual([])
  })

  it('but not of one in quarantine, or of a deleted one that can be restored', async () => {
    for (const fields of [
      { payload_state: 'Quarantined' },
      { payload_state: 'Deleted', state_before_deletion: 'Processed' },
    ] as const) {
      const reference = await addRecording(fields)
      expect((await ask('officer', reference)).status).toBe(200)
      await run(reference)
      expect(await look('officer', reference)).toMatchObject({ state: 'intact' })
    }
  })

  it('while another one runs, also for many at once, and for a minute after it', async () => {
    const reference = await addRecording()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('officer', reference)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('verification.running')
    await run(reference)
    const response = await account.server.call('POST', pathOf(reference), { token: tokens.london })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await later(reference)
    expect((await ask('london', reference)).status).toBe(200)
    await run(reference)
  })

  it('for somebody who has many verified at once, until one has ended; others are not affected', async () => {
    const references = await Promise.all(
      Array.from({ length: limits.maxVerificationsAtOnce + 1 }, () => addRecording()),
    )
    for (const reference of references.slice(1)) expect((await ask('busy', reference)).status).toBe(200)
    const [first = '', second = ''] = references
    expect(await ask('busy', first)).toMatchObject({ status: 429, code: 'verification.too_many' })
    expect((await ask('london', first)).status).toBe(200)
    await run(first)
    await run(second)
    await later(first)
    expect((await ask('busy', first)).status).toBe(200)
  })

  it('no longer once a verification was lost with its worker', async () => {
    const reference = await addRecording()
    await ask('officer', reference)
    await account.write((tx) =>
      tx.db
        .updateTable('payload_verifications')
        .set({ progressed_at: new Date(tx.now.getTime() - 16 * 60_000) })
        .where('client', '=', tx.client)
        .where('payload_reference', '=', reference)
        .execute(),
    )
    expect(await look('officer', reference)).toMatchObject({ state: 'failed' })
    expect((await ask('officer', reference)).status).toBe(200)
  })
})
