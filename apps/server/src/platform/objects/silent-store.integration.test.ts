import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StorageUnavailable } from './errors.ts'
import type { Objects } from './objects.ts'
import { readS3Address } from './s3-address.ts'
import { openS3Objects } from './s3-objects.ts'

/** Accepts connections and requests, and never answers. */
let silent: Server
let objects: Objects

beforeAll(async () => {
  silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const address = readS3Address(
    `s3://key:secret@bucket?endpoint=http://127.0.0.1:${port}&region=us-east-1&path_style=true`,
  )
  objects = await openS3Objects(address, { connectMs: 200, requestMs: 100, idleMs: 200, callMs: 1_000 })
})
afterAll(async () => {
  await objects.close()
  silent.close()
})

const listed = async (): Promise<void> => {
  for await (const _ of objects.list('recordings/')) return
}

describe('a bucket that accepts requests and never answers', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['put', () => objects.put('recordings/a', Buffer.from('content'))],
    ['put as the first', () => objects.put('recordings/a', Buffer.from('content'), { ifAbsent: true })],
    ['put of several parts', () => objects.put('recordings/a', Buffer.alloc(20 * 1024 ** 2))],
    ['get', () => objects.get('recordings/a')],
    ['head', () => objects.head('recordings/a')],
    ['move', () => objects.move('recordings/a', 'recordings/b')],
    ['delete', () => objects.delete('recordings/a')],
    ['list', listed],
    ['check', () => objects.check()],
  ])('%s ends with the store unavailable', async (_call, call) => {
    await expect(call()).rejects.toBeInstanceOf(StorageUnavailable)
  })
})
