import { type CallResponse, type calls, type ErrorRecord, limits, type PayloadDetail } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Clamd, startClamd } from '../../../../../tests/setup/clamd.ts'
import { runHoldfastHere } from '../../../../../tests/setup/holdfast-command.ts'
import { addSealedMessages } from '../../../../../tests/setup/sealed-messages.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { processPayload } from './process-payload.ts'

const base = '/api/client/v1/northwind'
const wronglyFound = 'quarterly figures'

let clamd: Clamd
let account: TestAccount<'ruth' | 'lena' | 'otto'>
beforeAll(async () => {
  clamd = await startClamd({ signature: { name: 'False-Signature', bytes: Buffer.from(wronglyFound) } })
  account = await anAccount('northwind')
    .withGroups('London', 'Lisbon')
    .withDevice('London-1', 'London')
    .withDevice('Lisbon-1', 'Lisbon')
    .withRole('Corrects in London', [
      {
        actions_matching: 'payloads:read|payloads:update',
        is_regex: true,
        conditions: [{ names_matching: 'London' }],
      },
    ])
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('lena', 'Corrects in London')
    .withPerson('otto', 'Reviewer')
    .open({ environment: { SCANNER_URL: clamd.url } })
})
afterAll(async () => {
  await account?.close()
  await clamd?.stop()
})

const process = (payload_reference: string) =>
  processPayload.handle(
    { platform: account.server.api.platform, attempt: 1, signal: new AbortController().signal },
    { client: account.client, payload_reference },
  )

/** Messages that arrived. They are not processed yet. */
const arrived = (text: string, group = 'London', count = 1, row: object = {}) =>
  addSealedMessages(
    account,
    Array.from({ length: count }, () => ({
      text,
      group,
      device_reference: `${group}-1`,
      thread_id: 'thread',
      payload_time: new Date(),
      row: { payload_state: 'Uploaded' as const, uploaded_at: new Date().toISOString(), ...row },
    })),
  )

type Answer = CallResponse<typeof calls.rescanPayloads> & Partial<ErrorRecord>

const rescan = async (who: keyof typeof account.tokens, body: object): Promise<Answer> => {
  const response = await account.server.call('POST', `${base}/payloads/rescan`, { token: account.tokens[who], body })
  return (await response.json()) as Answer
}
const resultsOf = ({ items }: Answer) => items.map(({ result, code }) => code ?? result)

const payloadOf = (reference: string) =>
  account.server.getJson<PayloadDetail>(`${base}/payloads/${reference}`, account.tokens.ruth)

const custodyOf = (reference: string) =>
  account.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('custody_events')
      .select(['event', 'actor'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', reference)
      .orderBy('event_id')
      .execute()
    return rows.map(({ event, actor }) => `${event} by ${actor}`)
  })

it('a recording that a wrong signature kept in quarantine becomes Processed once the signature is withdrawn', async () => {
  const [wrong = ''] = await arrived(`Here are the ${wronglyFound}`)
  const [elsewhere = ''] = await arrived(`The ${wronglyFound}`, 'Lisbon')
  await process(wrong)
  await process(elsewhere)
  const [clean = ''] = await arrived('Nothing')
  await process(clean)
  expect(await payloadOf(wrong)).toMatchObject({ payload_state: 'Quarantined', failure: 'False-Signature.UNOFFICIAL' })

  expect(resultsOf(await rescan('lena', { payload_references: [wrong, elsewhere, clean] }))).toEqual([
    'scanning',
    'payload.not_found',
    'payload.not_quarantined',
  ])
  expect(await payloadOf(wrong)).toMatchObject({ payload_state: 'Scanning', failure: null })
  expect(resultsOf(await rescan('lena', { payload_references: [wrong] }))).toEqual(['scanning'])
  await process(wrong)
  expect(await payloadOf(wrong)).toMatchObject({ payload_state: 'Quarantined', failure: 'False-Signature.UNOFFICIAL' })

  await clamd.withdrawSignature()
  expect(await rescan('ruth', { failure: 'False-Signature.UNOFFICIAL' })).toMatchObject({ last_reference: null })
  await process(wrong)
  await process(elsewhere)
  expect(await payloadOf(wrong)).toMatchObject({ payload_state: 'Processed', failure: null })
  expect(await payloadOf(elsewhere)).toMatchObject({ payload_state: 'Processed' })
  expect(await custodyOf(wrong)).toEqual([
    'payload.scanning by worker',
    'payload.quarantined by worker',
    'payload.rescan_requested by lena',
    'payload.quarantined by worker',
    'payload.rescan_requested by ruth',
    'payload.processed by worker',
  ])
})

it('scans all recordings of a reason again, in batches, as far as the caller may see and correct them', async () => {
  const quarantined = { payload_state: 'Quarantined' as const, failure: 'Other-Signature' }
  const inLondon = await arrived('Nothing', 'London', limits.maxReferencesInBatch + 1, quarantined)
  await arrived('Nothing', 'Lisbon', 1, quarantined)
  await arrived('Nothing', 'London', 1, { ...quarantined, failure: 'Another' })
  const first = await rescan('lena', { failure: 'Other-Signature' })
  expect(first.items).toHaveLength(limits.maxReferencesInBatch)
  const rest = await rescan('lena', { failure: 'Other-Signature', after: first.last_reference })
  expect(rest).toMatchObject({ items: [{ result: 'scanning' }], last_reference: null })
  const references = [...first.items, ...rest.items].map(({ payload_reference }) => payload_reference)
  expect(references).toEqual(inLondon.toSorted())
  expect(await rescan('lena', { failure: 'Other-Signature' })).toEqual({ items: [], last_reference: null })
})

it('needs the right to correct recordings, and either references or a reason', async () => {
  expect(await rescan('otto', { failure: 'Other-Signature' })).toMatchObject({ code: 'auth.forbidden' })
  for (const body of [{}, { failure: 'x', payload_references: ['x'] }, { payload_references: ['x'], after: 'x' }]) {
    expect(await rescan('ruth', body)).toMatchObject({ code: 'request.invalid' })
  }
})

it('an operator scans those of a reason, or all of an account, again', async () => {
  const quarantined = { payload_state: 'Quarantined' as const, failure: 'Wrong-Signature' }
  const wrong = await arrived('Nothing', 'London', limits.maxReferencesInBatch + 1, quarantined)
  const [elsewhere = ''] = await arrived('Nothing', 'Lisbon', 1, { ...quarantined, failure: 'Right-Signature' })
  const rescanned = (...args: string[]) => runHoldfastHere(account.server, ['payload', 'rescan', ...args])
  expect(await rescanned('nobody')).toMatchObject({ code: 2, stderr: expect.stringContaining('no account nobody') })
  expect(await rescanned()).toMatchObject({ code: 2, stderr: expect.stringContaining('holdfast payload rescan') })
  const ofReason = await rescanned(account.client, '--failure', 'Wrong-Signature')
  expect(ofReason).toMatchObject({ code: 0, stdout: expect.stringContaining(`scanned again: ${wrong.length}.`) })
  expect(await payloadOf(wrong[0] ?? '')).toMatchObject({ payload_state: 'Scanning', failure: null })
  expect(await payloadOf(elsewhere)).toMatchObject({ payload_state: 'Quarantined' })
  expect(await rescanned(account.client, '--failure', 'Wrong-Signature')).toMatchObject({
    stdout: expect.stringContaining('Nothing was changed'),
  })
  expect((await rescanned(account.client)).code).toBe(0)
  expect(await payloadOf(elsewhere)).toMatchObject({ payload_state: 'Scanning' })
  expect(await custodyOf(elsewhere)).toContain('payload.rescan_requested by operator')
})
