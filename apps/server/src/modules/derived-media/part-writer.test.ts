import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openObjects } from '../../platform/objects/index.ts'
import { PartWriter } from './part-writer.ts'

const context = {
  payload_reference: '01M80000000000000000000000',
  payload_type: 'Call',
  device_reference: 'DEVICE-1',
} as const

it('ends a part that becomes too large, and leaves no object of it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-parts-'))
  const objects = await openObjects(`file:${folder}`)
  onTestFinished(async () => {
    await objects.close()
    await rm(folder, { recursive: true })
  })
  const writer = new PartWriter(objects, {
    part: 'rendition',
    name: 'rendition',
    dek: new Uint8Array(32),
    context,
    keyOf: (iv) => `derived/harbour/x/rendition-${iv}`,
    maxBytes: 200_000,
  })
  await writer.write(Buffer.alloc(150_000))
  await expect(writer.write(Buffer.alloc(50_001))).rejects.toMatchObject({ failure: 'too_large' })
  await writer.discard()
  const keys: string[] = []
  for await (const { key } of objects.list('')) keys.push(key)
  expect(keys).toEqual([])
})
