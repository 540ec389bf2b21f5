import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { needDebianPackages } from '../../../../../tests/setup/debian-packages.ts'
import { allOf, bytesOf, each, someRecordings } from '../../../test/recordings-to-send.ts'
import { type Keys, openKeys } from '../../platform/keys/index.ts'
import {
  type DayToSend,
  type DeliveryFile,
  type DeliveryFormat,
  dayFiles,
  filesOfRecording,
  type ManifestFile,
  type ManifestRecording,
  type ManifestToSend,
  manifestFiles,
  manifestKeys,
  readReceipt,
  type TransferOfDay,
} from './index.ts'

const example = path.resolve(import.meta.dirname, '../../../../../docs/examples/receive-transfers.mjs')
const run = promisify(execFile)

const format: DeliveryFormat = {
  client: 'northwind',
  transfer_type: 'Payload',
  transfer_file_format: 'Uncompressed',
  metadata_format: 'JSON',
  zip_password: null,
  pgp_key: null,
}

let folder: string
let keys: Keys
let delivered: string
let destination: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdfast-received-'))
  keys = await openKeys(`file:${path.join(folder, 'master.key')}`)
  const [key] = manifestKeys(keys, 'northwind')
  await writeFile(path.join(folder, 'key.pem'), key?.public_key ?? '')
  delivered = path.join(folder, 'delivered')
  const first = await deliver(1, null)
  const second = await deliver(2, { number: 1, sha256: first })
  const earlier = await deliverDay('2026-11-27', [], null)
  await deliverDay('2026-11-28', [first, second], { day: '2026-11-27', sha256: earlier })
})
beforeEach(async () => {
  destination = path.join(folder, 'destination')
  await rm(destination, { recursive: true, force: true })
  await cp(delivered, destination, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

const transferOf = (number: number) => `2026112${number}T100000Z-01KB4QJ8T0TRANSFER0000000${number}`

/** Delivers a transfer as the product does. */
const deliver = async (number: number, previous: ManifestToSend['previous']): Promise<string> => {
  const files: ManifestFile[] = []
  const put = async ({ path: name, kind, open }: DeliveryFile) => {
    const file = path.join(delivered, transferOf(number), name)
    const bytes = await bytesOf(open())
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    files.push({ file_name: name, kind, bytes: bytes.length, sha256 })
  }
  const recordings: ManifestRecording[] = []
  for (const recording of someRecordings()) {
    for (const file of filesOfRecording(format, recording)) await put(file)
    const { file_name = null, bytes = null, sha256 = null } = files.at(-1) ?? {}
    const { payload_reference, payload_type } = recording.payload
    recordings.push({
      payload_reference,
      payload_type,
      outcome: 'sent',
      left_out_reason: null,
      bytes: null,
      sha256: null,
      file_name,
      file_bytes: bytes,
      file_sha256: sha256,
    })
  }
  const listed = [...files]
  const manifest = manifestFiles(format, keys, {
    client: 'northwind',
    number,
    previous,
    created_at: '2026-11-28T10:00:05.000Z',
    transfer: {
      transfer_id: `01KB4QJ8T0TRANSFER0000000${number}`,
      transfer_config_reference: 'archive',
      transfer_type: 'Payload',
      payload_types: ['Call', 'MMS', 'SMS'],
      transfer_file_format: 'Uncompressed',
      metadata_format: 'JSON',
      report_from: '2026-11-28T09:00:00.000Z',
      report_to: '2026-11-28T10:00:00.000Z',
      arrival_from: 0,
      arrival_to: 3,
    },
    recordings: () => each(recordings),
    files: () => each(listed),
  })
  for (const file of manifest.files) await put(file)
  return manifest.sha256()
}

/** Delivers the reconciliation of a day. @param manifests those of its transfers */
const deliverDay = async (
  day: string,
  manifests: readonly string[],
  previous: DayToSend['previous'],
): Promise<string> => {
  const transfers = manifests.map((manifest_sha256, place): TransferOfDay => {
    const counts = { collected: 3, sent: 3, confirmed: 1, differs: 0, duplicate: 0, failed: 0, waiting: 0, left_out: 0 }
    return {
      transfer_id: `01KB4QJ8T0TRANSFER0000000${place + 1}`,
      folder: transferOf(place + 1),
      state: 'Succeeded',
      report_from: '2026-11-28T09:00:00.000Z',
      report_to: '2026-11-28T10:00:00.000Z',
      ...counts,
      bytes: 10,
      manifest_sha256,
    }
  })
  const { files, sha256 } = await dayFiles(format, keys, {
    client: 'northwind',
    transfer_config_reference: 'archive/of London',
    day,
    time_zone: 'Europe/London',
    from: `${day}T00:00:00.000Z`,
    until: `${day}T24:00:00.000Z`,
    created_at: `${day}T01:00:00.000Z`,
    previous,
    transfers,
    earlier: transfers.slice(0, 1),
  })
  for (const { path: name, open } of files) {
    const file = path.join(delivered, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, await bytesOf(open()))
  }
  return sha256
}

const received = async (...options: string[]): Promise<{ code: number; said: string }> => {
  try {
    const { stdout } = await run(process.execPath, [example, destination, ...options])
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, said: stdout }
  }
}
const withKey = () => received('--key', path.join(folder, 'key.pem'))
const dayPlace = async (day: string): Promise<string> => {
  const folderOfDays = path.join(destination, 'reconciliation')
  const name = (await readdir(folderOfDays)).find((each) => each.startsWith(day) && each.endsWith('.json'))
  return path.join(folderOfDays, name ?? '')
}
const place = (number: number, name: string): string => path.join(destination, transferOf(number), name)

describe('the receiver of the documents', () => {
  it('finds everything, and writes receipts that Holdfast and sha256sum read', async () => {
    const { code, said } = await withKey()
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Everything is there.') })
    expect(said).toContain('signature valid\n')
    expect(said).toContain('chain of northwind archive: 2 manifests')
    expect(said).toContain('  2 transfers: 6 collected, 6 sent, 2 confirmed')
    const receipt = await readFile(place(1, 'receipt.sha256'))
    const lines = await allOf(readReceipt(each([receipt])))
    expect(lines).toContainEqual({
      file_name: 'call/01KB4QJ8T0CA00000000000001.amr',
      sha256: createHash('sha256').update('#!AMR\n000000').digest('hex'),
    })
    expect(lines).toHaveLength(5)
    for (const name of ['receipt.sha256', 'manifest-1.sha256']) {
      await run('sha256sum', ['-c', '--strict', name], { cwd: place(1, '.') })
    }
    // The receipts are not taken for something that was not listed.
    expect(await withKey()).toMatchObject({ code: 0 })
  })

  const call = 'call/01KB4QJ8T0CA00000000000001.amr'
  it.each([
    ['a missing file', `missing: ${call}`, () => rm(place(1, call))],
    ['a changed file', `differs: ${call}`, () => appendFile(place(1, call), '0')],
    ['a file of nobody', 'not listed: call/other.amr', () => writeFile(place(1, 'call/other.amr'), '')],
    ['a missing transfer', 'follows 1, which is missing', () => rm(place(1, '.'), { recursive: true })],
    ['a changed count', 'changed after it was signed', () => edit(place(2, 'manifest-2.json'), '"sent":3', '"sent":2')],
    [
      'a changed statement',
      'the signature is not valid',
      () => edit(place(2, 'manifest-2.json'), 'transfer_id\\":\\"01KB', 'transfer_id\\":\\"01KC'),
    ],
    ['another manifest', 'follows another manifest 1', () => edit(place(1, 'manifest-1.json'), '"sent":3', '"sent":2')],
    ['a missing day', 'follows 2026-11-27, which is missing', async () => rm(await dayPlace('20261127'))],
    ['a transfer that a day names', `${transferOf(1)} is not here`, () => rm(place(1, '.'), { recursive: true })],
    [
      'a changed day',
      'changed after it was signed',
      async () => edit(await dayPlace('20261128'), '"confirmed":2', '"confirmed":6'),
    ],
    [
      'an encrypted day',
      'it is encrypted',
      async () => rename(await dayPlace('20261128'), `${await dayPlace('20261128')}.pgp`),
    ],
    [
      'an encrypted manifest',
      'manifest-2.json.pgp is encrypted',
      () => rename(place(2, 'manifest-2.json'), place(2, 'manifest-2.json.pgp')),
    ],
  ])('reports %s', async (_, expected, change) => {
    await change()
    const { code, said } = await withKey()
    expect(said).toContain(expected)
    expect(code).toBe(1)
  })

  it('says of a transfer without a manifest that it is not complete', async () => {
    await rm(place(2, 'manifest-2.json'))
    expect((await withKey()).said).toContain(`${transferOf(2)} has no manifest yet`)
  })

  it('does not accept the key of somebody else', async () => {
    const [other] = manifestKeys(keys, 'southwind')
    await writeFile(path.join(folder, 'other.pem'), other?.public_key ?? '')
    const { code, said } = await received('--key', path.join(folder, 'other.pem'))
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('the signature is not valid') })
  })
})

const edit = async (file: string, from: string, to: string): Promise<void> => {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

it('a manifest is verified with sed, sha256sum and openssl as well', async () => {
  await needDebianPackages('/usr/bin/openssl', ['openssl'])
  const { signed, signature, public_key } = JSON.parse(await readFile(place(2, 'manifest-2.json'), 'utf8'))
  const cwd = place(2, '.')
  const { stdout } = await run('sh', ['-c', `sed '/^"signed":/,$d' manifest-2.json | sha256sum`], { cwd })
  expect(stdout.slice(0, 64)).toBe(JSON.parse(signed).body_sha256)
  await writeFile(place(2, 'signed'), signed)
  await writeFile(place(2, 'signature'), Buffer.from(signature, 'base64'))
  await writeFile(place(2, 'key.pem'), public_key)
  const inputs = ['-inkey', 'key.pem', '-rawin', '-in', 'signed', '-sigfile', 'signature']
  const checked = await run('openssl', ['pkeyutl', '-verify', '-pubin', ...inputs], { cwd })
  expect(checked.stdout).toContain('Signature Verified Successfully')
})
