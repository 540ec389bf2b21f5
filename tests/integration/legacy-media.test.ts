import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { LegacyMigration, MessageContent, Payload } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { AccountWithExports } from '../../apps/server/test/account-with-exports.ts'
import { type Clamd, startClamd } from '../setup/clamd.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'

/** Media of a legacy platform are scanned, opened, decoded and played like those of handsets. */

let clamd: Clamd
let exports: AccountWithExports
let worker: Worker
beforeAll(async () => {
  clamd = await startClamd()
  exports = await AccountWithExports.open({ environment: { SCANNER_URL: clamd.url } })
  worker = await startWorker(exports.account.server.settings)
})
afterAll(async () => {
  await worker?.stop()
  await exports?.close()
  await clamd?.stop()
})

const file = (name: string): Promise<Buffer> => readFile(new URL(`../../media/${name}`, import.meta.url))
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
// In two parts, so that no virus scanner reports this file.
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

const people = {
  'users.csv':
    'device_user_reference,group,services,email,first_name,surname\nrui.melo,London,calls;mms,rui@example.com,Rui,Melo\n',
  'devices.csv': 'device_reference,device_user_reference,model\nOLD-1,rui.melo,Galaxy S8\n',
}
const mms = (minute: number, attachment: Buffer): string =>
  `<mms date="${Date.UTC(2023, 4, 2, 10, minute)}" msg_box="2" address="+351912000001" m_id="m-${minute}">
    <parts><part seq="0" ct="image/png" name="chart.png" text="null" data="${attachment.toString('base64')}" />
    <part seq="1" ct="text/plain" text="O gr&#225;fico &#55357;&#56836;" /></parts>
    <addrs><addr address="+351912000001" type="151" /></addrs></mms>`

/** Migrates these files by the worker, and waits for the end. */
const migrate = async (files: Record<string, string | Uint8Array>) => {
  const migration_id = await exports.start(await exports.put(files))
  return vi.waitFor(
    async () => {
      const end = await exports.ended(migration_id)
      expect(end.ended.migration_state).not.toBe('Pending')
      return end
    },
    { timeout: waitTimeoutMs, interval: lookIntervalMs },
  )
}

/** Waits until no legacy recording is being processed, and returns them by their time. */
const ended = (count: number): Promise<Map<string, Payload>> =>
  vi.waitFor(
    async () => {
      const { items } = await exports.answered<{ items: Payload[] }>('GET', '/payloads?filter[is_legacy]=true&limit=50')
      expect(items.map(({ payload_state }) => payload_state)).not.toContain('Uploaded')
      expect(items.map(({ payload_state }) => payload_state)).not.toContain('Scanning')
      expect(items).toHaveLength(count)
      return new Map(items.map((item) => [item.payload_time.slice(0, 16), item]))
    },
    { timeout: waitTimeoutMs, interval: lookIntervalMs },
  )

const play = async (token: string, payload_reference: string): Promise<Buffer> => {
  const { server } = exports.account
  const path = `/api/client/v1/northwind/payloads/${payload_reference}/data?action=play`
  const answer = await server.call('GET', path, { token })
  const { status, s3_url } = (await answer.json()) as { status: string; s3_url: string }
  expect(status).toBe('Ok')
  const cookie = answer.headers.getSetCookie().map((set) => set.split(';')[0])
  const content = await server.call('GET', s3_url, { headers: { cookie: cookie.join('; ') } })
  expect(content.status).toBe(200)
  return Buffer.from(await content.arrayBuffer())
}

it('plays a legacy call and shows a legacy message, with the bytes of the legacy files', {
  timeout: longTestTimeoutMs,
}, async () => {
  const [sound, picture] = [await file('calls/04-en-busy-line.amr'), await file('attachments/chart.png')]
  const row = (minute: number, name: string) =>
    `call-${minute},Call,2023-05-01T10:0${minute}:00Z,rui.melo,I,+351912000001,media/${name}`
  const { codes } = await migrate({
    ...people,
    'payloads.csv': [
      'reference,payload_type,payload_time,device_user_reference,direction,numbers,content_file',
      row(1, 'sound.amr'),
      row(2, 'text.amr'),
      row(3, 'picture.amr'),
    ].join('\n'),
    'media/sound.amr': sound,
    'media/text.amr': 'This is no sound',
    'media/picture.amr': picture,
    'rui.melo/sms.xml': `<smses>${mms(1, picture)}${mms(2, eicar)}</smses>`,
  })
  expect(codes).toEqual({ UserCreatedOnboarded: 1, DeviceCreatedActivated: 1, PayloadCreated: 5 })
  const recordings = await ended(5)
  const at = (time: string): Payload => recordings.get(time) as Payload
  // Content of another type than its recording's is quarantined, as content of handsets is.
  const states = [...recordings].map(([time, { payload_state }]) => [time, payload_state]).sort()
  expect(states).toEqual([
    ['2023-05-01T10:01', 'Processed'],
    ['2023-05-01T10:02', 'Quarantined'],
    ['2023-05-01T10:03', 'Quarantined'],
    ['2023-05-02T10:01', 'Processed'],
    ['2023-05-02T10:02', 'Quarantined'],
  ])
  const rita = await exports.account.signIn('rita', 'Reviewer')
  const call = at('2023-05-01T10:01')
  expect(sha256Of(await play(rita, call.payload_reference))).toBe(sha256Of(sound))
  const message = JSON.parse((await play(rita, at('2023-05-02T10:01').payload_reference)).toString()) as MessageContent
  expect(message.text).toBe('O gráfico 😄')
  expect(sha256Of(Buffer.from(message.attachments?.[0]?.content ?? '', 'base64'))).toBe(sha256Of(picture))
  await expect
    .poll(() =>
      exports.account.read(({ db }) =>
        db
          .selectFrom('derived_media')
          .select(['part', 'failure'])
          .where('client', '=', 'northwind')
          .where('payload_reference', '=', call.payload_reference)
          .where('part', '=', 'peaks')
          .execute(),
      ),
    )
    .toEqual([{ part: 'peaks', failure: null }])
})

it('imports nothing of an export with a virus', async () => {
  const { ended: run, codes } = await migrate({
    'payloads.csv':
      'reference,payload_type,payload_time,device_user_reference,numbers,content_file\nvirus-1,Call,2023-06-01T10:00:00Z,rui.melo,+351912000001,media/bad.amr',
    'media/bad.amr': eicar,
  })
  expect(codes).toEqual({})
  expect(run.migration_state).toBe('Quarantined')
  expect(run.error_message).toContain('media/bad.amr')
})

it('plays a recording whose export was removed', { timeout: longTestTimeoutMs }, async () => {
  const sound = await file('calls/04-en-busy-line.amr')
  const { ended: run } = await migrate({
    'payloads.csv':
      'reference,payload_type,payload_time,device_user_reference,direction,numbers,content_file\nkept,Call,2023-07-01T10:00:00Z,rui.melo,I,+351912000001,kept.amr',
    'kept.amr': sound,
  })
  const { migration_id } = run
  const call = (await ended(6)).get('2023-07-01T10:00') as Payload
  const until = (isReached: (migration: LegacyMigration) => boolean) =>
    expect.poll(async () => isReached((await exports.ended(migration_id)).ended), { timeout: waitTimeoutMs }).toBe(true)
  await until(({ reconciliation }) => reconciliation !== null)
  for (const token of [exports.boss, await exports.account.signIn('clerk', 'Account Administrator')]) {
    const note = { operation: 'sign_off', note: 'Checked' }
    expect((await exports.call('POST', `/migrations/${migration_id}`, note, token)).status).toBe(200)
  }
  await exports.answered('POST', `/migrations/${migration_id}`, { operation: 'remove_export' })
  await until(({ export_removed_at }) => export_removed_at !== null)
  const left: string[] = []
  const { objects } = exports.account.server.api.platform
  for await (const { key } of objects.list(`migrations/northwind/${run.folder}`)) left.push(key)
  expect(left.filter((key) => key.startsWith(`migrations/northwind/${run.folder}/`))).toEqual([])
  const paula = await exports.account.signIn('paula', 'Reviewer')
  expect(sha256Of(await play(paula, call.payload_reference))).toBe(sha256Of(sound))
})
