import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { PayloadType } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { probe } from './index.ts'

const mediaFolder = new URL('../../../../../media/', import.meta.url)
const probed = (type: PayloadType, path: string) => probe(type, createReadStream(new URL(path, mediaFolder)))

const sound = (channels: number, sample_rate: number) => ({ channels, sample_rate })

/** Durations in seconds from a decoder (`ffmpeg -i … -f null -`); channels and sample rates from `ffprobe`. */
const recordings: [PayloadType, string, object, number][] = [
  [
    'Call',
    'calls/01-en-order-read-back.amr',
    { media_type: 'audio/amr', audio_codec: 'amr-nb', ...sound(1, 8_000) },
    40.24,
  ],
  [
    'Call',
    'calls/02-en-settlement-date.awb',
    { media_type: 'audio/amr-wb', audio_codec: 'amr-wb', ...sound(1, 16_000) },
    54.52,
  ],
  [
    'Call',
    'calls/03-en-reference-spelled.m4a',
    { media_type: 'audio/mp4', audio_codec: 'aac', ...sound(2, 16_000) },
    30.1,
  ],
  ['Call', 'calls/05-en-radio-desk.opus', { media_type: 'audio/ogg', audio_codec: 'opus' }, 47.97],
  ['Call', 'calls/07-en-voicemail-8k.wav', { media_type: 'audio/wav', audio_codec: 'pcm', ...sound(1, 8_000) }, 28.47],
  ['Call', 'calls/11-it-titoli.ogg', { media_type: 'audio/ogg', audio_codec: 'vorbis', ...sound(2, 16_000) }, 22.21],
  [
    'Video',
    'videos/01-tree-in-the-wind.mp4',
    { video_codec: 'h264', width: 640, height: 480, ...sound(1, 16_000) },
    12,
  ],
  ['Video', 'videos/02-tree-qcif.3gp', { media_type: 'video/3gpp', video_codec: 'h263', audio_codec: 'amr-nb' }, 10],
]

describe('media as handsets record it', () => {
  it.each(recordings)('%s %s', async (type, path, facts, duration) => {
    const found = await probed(type, path)
    expect(found).toMatchObject({ ...facts, matches: true })
    expect(found.duration_s).toBeCloseTo(duration, 1)
  })

  it('a photograph has its time and place read', async () => {
    expect(await probed('Photo', 'photographs/04-sao-paulo-paintbrushes.jpg')).toEqual({
      media_type: 'image/jpeg',
      width: 1600,
      height: 1200,
      exif_time: '2026-05-05T15:26:51-03:00',
      exif_position: { latitude: -23.56153, longitude: -46.65592 },
      matches: true,
    })
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
