import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startCheck } from '../../apps/server/src/handset-check/run-check.ts'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { DocumentHandset, type Installed } from './document-handset.ts'

/** `holdfast check-handset` speaks for the server, so both must answer the same to the same handset. */
const call = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }

/** What the requests of one handset are answered, in order, without what differs by chance. */
const answersTo = async (installed: Installed): Promise<Record<string, unknown>> => {
  const handset = new DocumentHandset(installed)
  const wrong = new DocumentHandset({ ...installed, enrolment_secret: randomBytes(32).toString('base64url') })
  const refusedVerify = await wrong.begin().catch((error: Error) => /\d{3} .*"code":"[^"]+"/.exec(error.message)?.[0])
  const { access_token, install_state } = (await handset.begin()) as { install_state: string; access_token: string }
  const raw = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await fetch(`${installed.origin}/api/device/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const json = text === '' ? {} : (JSON.parse(text) as { code?: string; received?: number; refused?: unknown[] })
    const { code, received, refused } = json
    return [response.status, code ?? null, received ?? null, refused?.length ?? null]
  }
  const json = (method: string, path: string, body: unknown) =>
    raw(method, path, { 'content-type': 'application/json' }, JSON.stringify(body))
  const resultsOf = async (...items: object[]) =>
    (await handset.registerAll(...items)).map(({ result, code, upload_offset }) => ({ result, code, upload_offset }))

  const first = handset.record(randomBytes(400), 'Call', call)
  const { registration } = first
  const path = `/payloads/${registration.payload_reference}/content`
  const octets = { 'content-type': 'application/octet-stream' }
  const damaged = handset.record(randomBytes(300), 'Call', call)
  const { checksum } = damaged.registration
  damaged.registration.checksum = '0'.repeat(64)
  const spare = handset.record(randomBytes(20), 'Call', call)
  const line = {
    log_id: randomUUID(),
    log_class: 'a',
    log_level: 'INFO',
    log_datetime: '2026-01-31T12:00:00Z',
    local_timezone: 'Europe/London',
    payload_reference: null,
    log_message: 'a',
  }
  return {
    refusedVerify,
    install_state,
    unknownStatus: await handset.status(registration.payload_reference),
    registered: await resultsOf(registration),
    again: await resultsOf(registration),
    part: await handset.tryPart(first, 0, 100),
    elsewhere: await handset.tryPart(first, 50, 100),
    partAgain: await handset.tryPart(first, 0, 100),
    known: await resultsOf(registration),
    pending: await handset.status(registration.payload_reference),
    wrongDigest: await raw(
      'PATCH',
      path,
      { ...octets, 'upload-offset': '100', 'content-digest': `sha-256=:${'A'.repeat(43)}=:` },
      'x',
    ),
    noDigest: await raw('PATCH', path, { ...octets, 'upload-offset': '100' }, 'x'),
    noOffset: await raw('PATCH', path, { ...octets, 'content-digest': `sha-256=:${'A'.repeat(43)}=:` }, 'x'),
    beyond: await handset.tryPart({ ...first, object: Buffer.concat([first.object, Buffer.alloc(500)]) }, 100, 900),
    rest: await handset.tryPart(first, 100, 400),
    whole: await resultsOf(registration),
    otherFields: await resultsOf({ ...registration, numbers: ['+447700900999'] }),
    sameNumber: await resultsOf({ ...spare.registration, sequence: registration.sequence }),
    unknownKey: await resultsOf({ ...spare.registration, key_id: 'A'.repeat(43) }),
    invalid: await resultsOf({ ...spare.registration, colour: 'red' }, { ...spare.registration, iv: 'abc' }),
    localTime: await resultsOf({ ...spare.registration, payload_time: '2026-01-31T12:00:00+01:00' }),
    wrongContent: await resultsOf({
      ...spare.registration,
      content: Buffer.alloc(spare.object.length).toString('base64'),
    }),
    shortContent: await resultsOf({ ...spare.registration, content: 'AAAA' }),
    inline: await resultsOf({ ...spare.registration, content: spare.object.toString('base64') }),
    damaged: [
      await resultsOf(damaged.registration),
      await handset.tryPart(damaged, 0, 10_000),
      await resultsOf(damaged.registration),
    ],
    sealedAgain: [
      await resultsOf({ ...damaged.registration, checksum, numbers: ['+447700900999'] }),
      await resultsOf({ ...damaged.registration, checksum, key_id: 'unknown' }),
      await resultsOf({ ...damaged.registration, checksum }),
      await resultsOf(damaged.registration),
      await handset.tryPart(damaged, 0, 10_000),
      await resultsOf({ ...damaged.registration, checksum: 'a'.repeat(64) }),
    ],
    nobodysPart: await raw(
      'PATCH',
      `/payloads/${'X'.repeat(26)}/content`,
      {
        ...octets,
        'upload-offset': '0',
        'content-digest': `sha-256=:${'A'.repeat(43)}=:`,
      },
      'x',
    ),
    noItems: await json('POST', '/payloads', { items: [] }),
    noJson: await raw('POST', '/payloads', { 'content-type': 'application/json' }, '{'),
    besideItems: await json('POST', '/payloads/statuses', { payload_references: ['X'.repeat(26)], other: 1 }),
    lines: await json('POST', '/logs', { logs: [line, { ...line, log_level: 'LOUD' }] }),
    linesAgain: await json('POST', '/logs', { logs: [line] }),
    unknownCommand: await json('PUT', '/commands/01JD3Q6Z8M4T2V9XK5N7R1B0WA', { state: 'Acknowledged' }),
    unknownCall: await raw('GET', '/recordings'),
    noToken: await raw('GET', '/configuration', { authorization: 'Bearer nothing' }),
  }
}

it('the server and the check answer alike', async () => {
  const account = await AccountWithHandsets.open()
  const stop = new AbortController()
  const options = {
    host: '127.0.0.1',
    port: 0,
    faults: false,
    ending: undefined,
    runMs: 120_000,
    watchMs: 0,
    silentMs: 120_000,
  }
  const check = await startCheck({ ...options, signal: stop.signal }, () => {})
  try {
    const own = { device_reference: 'ALIKE-1', installation_id: 'one' }
    const { client, enrolment_secret, server } = account
    const real = await answersTo({
      ...own,
      origin: server.origin,
      client,
      enrolment_secret,
      device_user_reference: 'ana.reis',
    })
    expect(await answersTo({ ...own, origin: check.origin, ...check.account })).toEqual(real)
  } finally {
    stop.abort()
    await check.report
    await account.close()
  }
})
