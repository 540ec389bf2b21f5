import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateClientKeyPair, importPrivateKey, measured, sealStream } from '@holdfast/custody'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchMemory } from '../../../test/live-memory.ts'
import { wav } from '../../../test/media-fixtures.ts'
import { type Objects, openObjects } from '../../platform/objects/index.ts'
import { openScanner } from '../../platform/scanner/index.ts'
import { inspectRecording } from './inspect-recording.ts'

const mebibyte = 1024 * 1024
const recordingBytes = 64 * mebibyte

let home: string
let objects: Objects
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'holdfast-inspect-'))
  objects = await openObjects(`file:${home}`)
})
afterAll(async () => {
  await objects.close()
  await rm(home, { recursive: true, force: true })
})

/** More than an hour of silence, one mebibyte at a time. */
async function* longCall(): AsyncGenerator<Uint8Array> {
  const header = wav(0)
  header.writeUInt32LE(recordingBytes - 8, 4)
  header.writeUInt32LE(recordingBytes - header.length, header.length - 4)
  yield header
  yield Buffer.alloc(mebibyte - header.length)
  for (let written = mebibyte; written < recordingBytes; written += mebibyte) yield Buffer.alloc(mebibyte)
}

const sealLongCall = async () => {
  const pair = await generateClientKeyPair()
  const names = { payload_reference: 'LONG', payload_type: 'Call', device_reference: 'DEVICE-1' } as const
  const { content, ...seal } = await sealStream(longCall(), { ...names, public_key: pair.public_key })
  const { content: sealed, measure } = measured(content)
  await objects.put('long', sealed)
  const payload = { client: 'harbour', ...names, ...seal, ...measure() }
  return { payload, key: await importPrivateKey(pair.private_key) }
}

it('opens, scans and probes a long recording in a few mebibytes of memory', async () => {
  const { payload, key } = await sealLongCall()
  let maxHeldBytes = () => 0
  const watched = async () => {
    const watch = watchMemory(await objects.get('long'))
    maxHeldBytes = watch.maxHeldBytes
    return watch.content
  }
  const parts = { clientKeys: { privateKey: async () => key }, scanner: await openScanner() }
  const inspection = await inspectRecording(parts, payload, watched, new AbortController().signal)
  expect(inspection).toMatchObject({
    isOpened: true,
    size: recordingBytes,
    verdict: { status: 'fulfilled', value: { clean: true } },
    facts: { media_type: 'audio/wav', matches: true },
  })
  expect(maxHeldBytes()).toBeGreaterThan(0)
  expect(maxHeldBytes()).toBeLessThan(16 * mebibyte)
})

it('stops at the next chunk when the worker is told to stop', async () => {
  const { payload, key } = await sealLongCall()
  const stopping = new AbortController()
  const stoppedWhileReading = async () => {
    const content = await objects.get('long')
    content.once('data', () => stopping.abort(new Error('the worker stops')))
    return content.pause()
  }
  const parts = { clientKeys: { privateKey: async () => key }, scanner: await openScanner() }
  await expect(inspectRecording(parts, payload, stoppedWhileReading, stopping.signal)).rejects.toThrow(
    'the worker stops',
  )
})
