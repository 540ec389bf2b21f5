import { createHash, verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, each } from '../../../test/recordings-to-send.ts'
import { type Keys, openKeys } from '../../platform/keys/index.ts'
import { type ManifestFile, type ManifestRecording, type ManifestToSend, manifestFiles, manifestKeys } from './index.ts'

const plain = { pgp_key: null }

let folder: string
let keys: Keys
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdfast-manifests-'))
  keys = await openKeys(`file:${path.join(folder, 'master.key')}`)
})
afterAll(() => rm(folder, { recursive: true }))

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const sent: ManifestRecording = {
  payload_reference: '01KB4QJ8T0CA00000000000001',
  payload_type: 'Call',
  outcome: 'sent',
  left_out_reason: null,
  bytes: 12,
  sha256: sha256('#!AMR\n000000'),
  file_name: 'call/01KB4QJ8T0CA00000000000001.amr',
  file_bytes: 12,
  file_sha256: sha256('#!AMR\n000000'),
}
const nothing = { bytes: null, sha256: null, file_name: null, file_bytes: null, file_sha256: null }
const some: ManifestRecording[] = [
  sent,
  { ...sent, payload_reference: '01KB4QJ8T0CA00000000000002', outcome: 'confirmed' },
  { ...sent, ...nothing, payload_reference: '01KB4QJ8T0CA00000000000003', outcome: 'failed' },
  {
    ...nothing,
    payload_reference: '01KB4QJ8T0SMS0000000000001',
    payload_type: 'SMS',
    outcome: 'left_out',
    left_out_reason: 'personal',
  },
]
const files: ManifestFile[] = [
  { file_name: 'call/01KB4QJ8T0CA00000000000001.amr', kind: 'content', bytes: 12, sha256: sha256('#!AMR\n000000') },
  { file_name: 'call/01KB4QJ8T0CA00000000000001.json', kind: 'metadata', bytes: 2, sha256: sha256('{}') },
]

const manifest = (fields: Partial<ManifestToSend> = {}): ManifestToSend => ({
  client: 'northwind',
  number: 2,
  previous: { number: 1, sha256: 'b'.repeat(64) },
  created_at: '2026-11-28T10:00:05.000Z',
  transfer: {
    transfer_id: '01KB4QJ8T0TRANSFER00000001',
    transfer_config_reference: 'archive',
    transfer_type: 'Payload',
    payload_types: ['Call', 'SMS'],
    transfer_file_format: 'Uncompressed',
    metadata_format: 'JSON',
    report_from: '2026-11-28T09:00:00.000Z',
    report_to: '2026-11-28T10:00:00.000Z',
    arrival_from: 40,
    arrival_to: 44,
  },
  recordings: () => each(some),
  files: () => each(files),
  ...fields,
})

const written = async (of: ManifestToSend): Promise<Record<string, string>> => {
  const made = manifestFiles(plain, keys, of)
  const texts: Record<string, string> = {}
  for (const { path, open } of made.files) texts[path] = (await bytesOf(open())).toString()
  expect(made.sha256()).toBe(sha256(texts[`manifest-${of.number}.json`] ?? ''))
  return texts
}

describe('a manifest', () => {
  it('lists recordings and files, as JSON, CSV and checksums, the JSON last', async () => {
    const texts = await written(manifest())
    expect(Object.keys(texts)).toEqual(['manifest-2.csv', 'manifest-2.sha256', 'manifest-2.json'])
    const { signature, key_id, public_key, signed, ...body } = JSON.parse(texts['manifest-2.json'] ?? '')
    expect(body.counts).toEqual({
      collected: 4,
      waiting: 0,
      sent: 2,
      confirmed: 1,
      differs: 0,
      failed: 1,
      left_out: 1,
      bytes: 24,
    })
    await expect(JSON.stringify(body, null, 1)).toMatchFileSnapshot('golden/manifest/manifest-2.body.json')
    await expect(texts['manifest-2.csv']).toMatchFileSnapshot('golden/manifest/manifest-2.csv')
    await expect(texts['manifest-2.sha256']).toMatchFileSnapshot('golden/manifest/manifest-2.sha256')
    expect(manifestKeys(keys, 'northwind')).toEqual([{ key_id, public_key }])
    expect(JSON.parse(signed)).toMatchObject({ number: 2, previous_sha256: 'b'.repeat(64) })
    expect(verify(null, Buffer.from(signed), public_key, Buffer.from(signature, 'base64'))).toBe(true)
  })

  it('of an empty window says that there was nothing', async () => {
    const none = { previous: null, recordings: () => each([]), files: () => each([]) }
    const { 'manifest-2.json': text = '', 'manifest-2.sha256': sums } = await written(manifest(none))
    expect(sums).toBe('')
    expect(JSON.parse(text)).toMatchObject({ recordings: [], files: [], counts: { collected: 0 }, counts_by_type: {} })
  })

  it("is signed by each account's own key", () => {
    expect(manifestKeys(keys, 'northwind')).not.toEqual(manifestKeys(keys, 'southwind'))
  })

  it('is written without holding its entries', async () => {
    const entries = 20_000
    let ahead = 0
    let most = 0
    const recordings = async function* () {
      for (let index = 0; index < entries; index++) {
        most = Math.max(most, ++ahead)
        yield sent
      }
    }
    const json = manifestFiles(plain, keys, manifest({ recordings })).files.at(-1)
    for await (const _ of json?.open() ?? []) ahead = 0
    expect(most).toBeLessThan(1000)
  })
})
