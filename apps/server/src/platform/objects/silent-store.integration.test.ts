import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
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
  objects = await openS3Objects(address, { connectMs: 200, requestMs: 100, idleMs: 200, callMs: 1_000, perMiBMs: 0 })
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
    ['put with ifAbsent', () => objects.put('recordings/a', Buffer.from('content'), { ifAbsent: true })],
    ['multipart put', () => objects.put('recordings/a', Buffer.alloc(20 * 1024 ** 2))],
    ['get', () => objects.get('recordings/a')],
    ['head', () => objects.head('recordings/a')],
    ['move', () => objects.move('recordings/a', 'recordings/b')],
    ['delete', () => objects.delete('recordings/a')],
    ['list', listed],
    ['check', () => objects.check()],
  ])('%s fails with StorageUnavailable', async (_call, call) => {
    await expect(call()).rejects.toBeInstanceOf(StorageUnavailable)
  })
})

/** Answers each part within the limit for one request, but slowly, so that all parts together take too long. */
const openSlowStore = async (partMs: number) => {
  const asked: string[] = []
  const server = createHttpServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://store')
    const isPart = request.method === 'PUT' && searchParams.has('partNumber')
    asked.push(`${request.method}${isPart ? ' part' : ''}`)
    request.resume()
    await once(request, 'end')
    if (isPart) await pause(partMs)
    response.setHeader('etag', '"etag"')
    if (request.method === 'POST' && searchParams.has('uploads')) {
      response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>')
    } else if (request.method === 'POST') {
      response.end('<CompleteMultipartUploadResult><ETag>"etag"</ETag></CompleteMultipartUploadResult>')
    } else response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = readS3Address(`s3://key:secret@bucket?endpoint=http://127.0.0.1:${port}&path_style=true`)
  const limits = { connectMs: 1_000, requestMs: 10_000, idleMs: 10_000, callMs: 2_000, perMiBMs: 0 }
  const store = await openS3Objects(address, limits)
  const close = async () => {
    await store.close()
    server.closeAllConnections()
    server.close()
  }
  return { store, asked, close }
}

async function* mebibytes(count: number, everyMs = 0): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < count; sent += 1) {
    await pause(everyMs)
    yield Buffer.alloc(1024 ** 2)
  }
}

describe('a large upload', () => {
  it('fails when all of it takes too long, even if no single part does, and leaves nothing in the store', async () => {
    const { store, asked, close } = await openSlowStore(900)
    await expect(store.put('recordings/a', mebibytes(64))).rejects.toBeInstanceOf(StorageUnavailable)
    await expect.poll(() => asked).toContain('DELETE')
    expect(asked.filter((each) => each === 'PUT part').length).toBeLessThan(8)
    await close()
  })

  it('may take as long as its source', async () => {
    const { store, close } = await openSlowStore(0)
    const put = await store.put('recordings/a', mebibytes(20, 150))
    expect(put.bytes).toBe(20 * 1024 ** 2)
    await close()
  })
})
