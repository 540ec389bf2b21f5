import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Swift, startSwift } from '../../../../../tests/setup/swift.ts'
import { chunks, conformsAsObjects, sha256 } from '../../../test/objects-conformance.ts'
import { type Objects, openObjects, StorageFull, StorageUnavailable } from './index.ts'
import { readS3Address } from './s3-address.ts'
import { s3Client } from './s3-client.ts'

let swift: Swift
let objects: Objects
beforeAll(async () => {
  swift = await startSwift()
  objects = await openObjects(swift.url)
})
afterAll(async () => {
  await objects?.close()
  await swift?.stop()
})

conformsAsObjects('an S3 bucket', () => objects)

const urlOf = (server: Server): string =>
  `s3://k:s@b?endpoint=http%3A%2F%2F127.0.0.1%3A${(server.address() as AddressInfo).port}&path_style=true`

const opened = async (change: (url: string) => string): Promise<Objects> => openObjects(change(swift.url))

describe('the S3 store', () => {
  it('leaves no parts behind when content breaks off during a multipart upload', async () => {
    const content = async function* () {
      for (let i = 0; i < 20; i++) yield Buffer.alloc(1024 ** 2)
      throw new Error('the handset went away')
    }
    await expect(objects.put('parts/k', content())).rejects.toThrow('the handset went away')
    const address = readS3Address(swift.url)
    const client = s3Client(address)
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: address.bucket }))
    client.destroy()
    expect(Uploads ?? []).toEqual([])
  })

  it('lists more than one page of objects', async () => {
    const count = 1003
    for (let done = 0; done < count; done += 50) {
      const batch = Array.from({ length: Math.min(50, count - done) }, (_, i) => `page/${done + i}`)
      await Promise.all(batch.map((key) => objects.put(key, chunks('x'))))
    }
    const keys = new Set<string>()
    for await (const { key } of objects.list('page/')) keys.add(key)
    expect(keys.size).toBe(count)
  })

  it.each([
    ['with a wrong secret', (url: string) => url.replace(/:[0-9a-f]{32}@/, ':wrong-secret-0000@')],
    ['without its bucket', (url: string) => url.replace('@holdfast-test', '@other')],
    ['when the server does not listen', (url: string) => url.replace(/%3A\d+&/, '%3A1&')],
  ])('is not ready %s, and reports that without the credentials', async (_what, change) => {
    const store = await opened(change)
    const error = await store.check().catch((reason: unknown) => reason)
    await store.close()
    expect(error).toBeInstanceOf(StorageUnavailable)
    const secret = new URL(change(swift.url)).password
    expect(inspect(error, { depth: 10 })).not.toContain(secret)
  })
})

describe('a bucket that supports conditional writes (Swift does not)', () => {
  it('keeps the first object when another process was faster, and says so', async () => {
    const stored = new Map<string, string>()
    const server = createServer(async (request, response) => {
      const key = `${request.url?.split('?')[0]}`
      const taken = stored.has(key) || key.endsWith('/raced')
      const status = { HEAD: 404, PUT: request.headers['if-none-match'] === '*' && taken ? 412 : 200 }
      const body = await text(request)
      if (request.method === 'PUT') stored.set(key, body)
      response.writeHead(status[request.method as 'HEAD' | 'PUT'] ?? 204).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const store = await openObjects(urlOf(server))
    expect((await store.put('fresh', chunks('mine'), { ifAbsent: true })).existed).toBe(false)
    const raced = await store.put('raced', chunks('mi', 'ne'), { ifAbsent: true })
    expect(raced).toEqual({ bytes: 4, sha256: sha256(Buffer.from('mine')), existed: true })
    await store.close()
    server.close()
  })
})

describe('a bucket that answers with an error', () => {
  let server: Server
  let status = 500
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      response.writeHead(status).end('<Error><Code>Trouble</Code><Message>no</Message></Error>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  it.each([
    [500, StorageUnavailable],
    [503, StorageUnavailable],
    [403, StorageUnavailable],
    [507, StorageFull],
  ])('%i is reported as the matching error by every call', async (answer, kind) => {
    status = answer
    const store = await openObjects(urlOf(server))
    const list = async () => {
      for await (const _ of store.list(''));
    }
    const calls = [
      store.put('k', chunks('x')),
      store.put('k', chunks('x'), { ifAbsent: true }),
      store.get('k'),
      store.head('k'),
      store.delete('k'),
      store.move('k', 'l'),
      list(),
      store.check(),
    ]
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toEqual({ status: 'rejected', reason: expect.any(kind) })
    }
    await store.close()
  })
})
