import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { PayloadType } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { probe } from './index.ts'

const mediaFolder = new URL('../../../../../media/', import.meta.url)
const probed = (type: PayloadType, path: string) => probe(type, createReadStream(new URL(path, mediaFolder)))

const recordings: [PayloadType, string, object][] = [
  ['Call', 'calls/01-en-order-read-back.amr', { media_type: 'audio/amr' }],
  ['Call', 'calls/02-en-settlement-date.awb', { media_type: 'audio/amr-wb' }],
  ['Call', 'calls/03-en-reference-spelled.m4a', { media_type: 'audio/mp4' }],
  ['Call', 'calls/05-en-radio-desk.opus', { media_type: 'audio/ogg' }],
  ['Call', 'calls/07-en-voicemail-8k.wav', { media_type: 'audio/wav' }],
  ['Call', 'calls/11-it-titoli.ogg', { media_type: 'audio/ogg' }],
  ['Video', 'videos/01-tree-in-the-wind.mp4', { media_type: 'video/mp4', width: 640, height: 480 }],
  ['Video', 'videos/02-tree-qcif.3gp', { media_type: 'video/3gpp' }],
  ['Photo', 'photographs/04-sao-paulo-paintbrushes.jpg', { media_type: 'image/jpeg', width: 1600, height: 1200 }],
]

describe('media as handsets record it', () => {
  it.each(recordings)('%s %s', async (type, path, facts) => {
    expect(await probed(type, path)).toMatchObject({ ...facts, matches: true })
  })

  it('sound and pictures of unusual files', async () => {
    const folder = new URL('../../../test/media/', import.meta.url)
    for (const name of await readdir(folder)) {
      const isPicture = /video|hevc/.test(name)
      const type = name.endsWith('.jpg') ? 'Photo' : isPicture ? 'Video' : 'Call'
      const found = await probe(type, createReadStream(new URL(name, folder)))
      expect(found, name).toMatchObject({ matches: true })
      expect(found.media_type, name).toMatch(type === 'Photo' ? /^image/ : isPicture ? /^video/ : /^audio/)
    }
  })

  it.each([
    ['Call', 'calls'],
    ['Interview', 'interviews'],
    ['Photo', 'photographs'],
    ['Video', 'videos'],
  ] as const)('a real %s is not accepted as another type', async (type, folder) => {
    const names = await readdir(new URL(`${folder}/`, mediaFolder))
    const problems = await Promise.all(
      names.map(async (name) => ({ name, problem: (await probed(type, `${folder}/${name}`)).problem })),
    )
    expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([])
    expect(names.length).toBeGreaterThan(0)
  })
})
