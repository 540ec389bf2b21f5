import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { GetObjectCommand, ListMultipartUploadsCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StsStandIn, startSts } from '../../../../../tests/setup/sts.ts'
import { type Swift, startSwift } from '../../../../../tests/setup/swift.ts'
import { TcpProxy } from '../../../../../tests/setup/tcp-proxy.ts'
import { fileOf, sha256Of, unhindered } from '../../../test/delivered-files.ts'
import { readS3Address } from '../objects/s3-address.ts'
import { s3Client } from '../objects/s3-client.ts'
import type { DestinationParts, S3Options } from './destination.ts'
import { type Destination, DestinationError, examineDestination, openDestination } from './index.ts'

const role = 'arn:aws:iam::111122223333:role/archive'
const openRole = 'arn:aws:iam::111122223333:role/without-external-id'
const { signal } = unhindered
const mebibyte = 1024 ** 2

let swift: Swift
let sts: StsStandIn
let options: S3Options
let parts: DestinationParts
let destination: Destination
/** For tests: bypasses the destination. */
let bucket: { client: S3Client; Bucket: string }
beforeAll(async () => {
  swift = await startSwift()
  const address = readS3Address(swift.url)
  const { credentials = { accessKeyId: '', secretAccessKey: '' }, endpoint = '' } = address
  sts = await startSts({ [role]: 'ours', [openRole]: null }, credentials)
  bucket = { client: s3Client(address), Bucket: address.bucket }
  options = {
    kind: 'S3',
    destination: `s3://${address.bucket}/archive`,
    roleArn: role,
    externalId: 'ours',
    region: address.region,
    endpoint,
  }
  parts = { settings: { allowPrivateAddresses: true, transferStsUrl: sts.url } }
  destination = await openDestination(parts, options, signal)
})
afterAll(async () => {
  await destination?.close()
  bucket?.client.destroy()
  await swift?.stop()
  await sts?.stop()
})

const stored = async (path: string): Promise<Buffer> => {
  const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.Bucket, Key: `archive/${path}` }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}
const store = (path: string, Body: Buffer) =>
  bucket.client.send(new PutObjectCommand({ Bucket: bucket.Bucket, Key: `archive/${path}`, Body }))
const failureOf = async (work: Promise<unknown>): Promise<DestinationError> => {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(DestinationError)
  const shown = inspect(error)
  for (const secret of ['provider+secret', 'a-session-token']) expect(shown).not.toContain(secret)
  return error as DestinationError
}
const opened = (own: Partial<S3Options> = {}, ownParts: Partial<DestinationParts> = {}) =>
  openDestination({ ...parts, ...ownParts }, { ...options, ...own }, signal)
const failureToOpen = async (own: Partial<S3Options> = {}, ownParts: Partial<DestinationParts> = {}) => {
  const error = await failureOf(
    opened(own, ownParts).then((other) =>
      other.put('x', fileOf(Buffer.from('x')), unhindered).finally(() => other.close()),
    ),
  )
  return error.code
}

describe('a bucket', () => {
  it.each([0, 10, 8 * mebibyte, 20 * mebibyte + 1])('receives a file of %d bytes whole', async (bytes) => {
    const content = randomBytes(bytes)
    const path = `whole/${bytes}`
    const delivered = { bytes, sha256: sha256Of(content) }
    expect(await destination.put(path, fileOf(content), unhindered)).toEqual({ ...delivered, check: 'read_back' })
    expect((await stored(path)).equals(content)).toBe(true)
    expect(await destination.put(path, fileOf(content), unhindered)).toEqual({ ...delivered, check: 'present' })
  })

  it('never overwrites another content', async () => {
    const content = randomBytes(1000)
    await destination.put('other/file', fileOf(content), unhindered)
    for (const other of [randomBytes(1000), randomBytes(9 * mebibyte)]) {
      expect((await failureOf(destination.put('other/file', fileOf(other), unhindered))).code).toBe(
        'exists_differently',
      )
    }
    expect((await stored('other/file')).equals(content)).toBe(true)
  })

  it.each([10, 20 * mebibyte])('has nothing of a file of %d bytes that may not be finished', async (bytes) => {
    const refused = { signal, mayFinish: () => Promise.reject(new Error('another worker has it')) }
    const put = destination.put('refused/file', fileOf(randomBytes(bytes)), refused)
    await expect(put).rejects.toThrow('another worker has it')
    expect(await destination.read('refused/file', 100)).toBeNull()
    const { Uploads } = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket: bucket.Bucket }))
    expect(Uploads ?? []).toEqual([])
  })

  it('reads small files, and none that are larger than expected', async () => {
    await store('read/receipt', Buffer.from('abc'))
    expect(await destination.read('read/receipt', 3)).toEqual(Buffer.from('abc'))
    expect((await failureOf(destination.read('read/receipt', 2))).code).toBe('too_large')
    expect(await destination.read('read/other', 3)).toBeNull()
  })

  it('passes its test, which leaves nothing behind', async () => {
    const test = await examineDestination(parts, options)
    expect(test).toMatchObject({ passed: true, host_key: null, host_key_fingerprint: null })
    expect(Object.fromEntries(test.steps.map(({ step, result }) => [step, result]))).toEqual({
      pgp_key: 'skipped',
      address: 'passed',
      connection: 'passed',
      host_key: 'skipped',
      sign_in: 'passed',
      clock: 'passed',
      write: 'passed',
      read_back: 'passed',
      rename: 'skipped',
      // Swift does not know the condition.
      no_overwrite: 'warning',
      remove: 'passed',
    })
  })

  it('is missing', async () => {
    expect(await failureToOpen({ destination: 's3://no-such-bucket' })).toBe('not_found')
    const { steps } = await examineDestination(parts, { ...options, destination: 's3://no-such-bucket' })
    expect(steps.find(({ result }) => result === 'failed')?.step).toBe('write')
  })

  it.each([
    's3://Bucket',
    's3://a',
    's3://bucket/../x',
    's3://bucket/a//b',
    's3://bucket/a\nb',
    's3:///x',
    's3://b?x=1',
  ])('%j names none', async (place) => expect(await failureToOpen({ destination: place })).toBe('invalid_name'))
})

describe('the role', () => {
  it('is asked for with the external id of the account', () => {
    expect(sts.asked).toContainEqual({ role, externalId: 'ours' })
  })

  it.each([
    ['of another account', { externalId: 'theirs' }],
    ['that does not exist', { roleArn: 'arn:aws:iam::999999999999:role/archive' }],
    ['that does not ask for the external id, which anybody could name', { roleArn: openRole }],
  ])('is refused: one %s', async (_, own) => {
    expect(await failureToOpen(own)).toBe('sign_in')
    const { steps } = await examineDestination(parts, { ...options, ...own })
    expect(steps.find(({ result }) => result === 'failed')?.step).toBe('sign_in')
  })

  it('cannot be asked for if the token service does not answer', async () => {
    const settings = { ...parts.settings, transferStsUrl: 'http://a:b@127.0.0.1:1' }
    expect(await failureToOpen({}, { settings })).toBe('unreachable')
  })
})

describe('the address of the store', () => {
  const inPublic = () => ({ settings: { ...parts.settings, allowPrivateAddresses: false } })
  const resolvesTo =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: 4 }))

  it.each([
    'https://127.0.0.1',
    'https://[::1]:9000',
    'https://169.254.169.254',
    'https://2130706433',
    'http://93.184.215.14',
  ])('%s is not connected to', async (endpoint) =>
    expect(await failureToOpen({ endpoint }, inPublic())).toBe('forbidden_address'),
  )

  it.each([['10.0.0.1'], ['93.184.215.14', '127.0.0.1']])('a name of %s is not connected to', async (...addresses) => {
    const resolve = resolvesTo(...addresses)
    expect(await failureToOpen({ endpoint: 'https://store.example' }, { ...inPublic(), resolve })).toBe(
      'forbidden_address',
    )
  })

  it('connects to the address that was checked', async () => {
    const { port } = new URL(options.endpoint ?? '')
    const other = await opened({ endpoint: `http://store.example:${port}` }, { resolve: resolvesTo('127.0.0.1') })
    expect(await other.put('named', fileOf(Buffer.from('x')), unhindered)).toMatchObject({ check: 'read_back' })
    await other.close()
  })
})

describe('a store that fails', () => {
  const serving = async (answer: Parameters<typeof createServer>[1]): Promise<{ server: Server; endpoint: string }> => {
    const server = createServer(answer as never).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it('is not followed to another host', async () => {
    let asked = 0
    const elsewhere = await serving((_, response) => {
      asked += 1
      response.end()
    })
    const { server, endpoint } = await serving((_, response) =>
      response.writeHead(307, { location: elsewhere.endpoint }).end(),
    )
    expect(await failureToOpen({ endpoint })).toBe('refused')
    expect(asked).toBe(0)
    server.close()
    elsewhere.server.close()
  })

  it('is given up if it accepts and says nothing', async () => {
    const { server, endpoint } = await serving(() => undefined)
    const limits: { idleMs?: number } = {}
    const silent = await opened({ endpoint }, { limits })
    limits.idleMs = 500
    expect((await failureOf(silent.put('x', fileOf(Buffer.from('x')), unhindered))).code).toBe('timeout')
    await silent.close()
    server.closeAllConnections()
    server.close()
  })

  it.each(['hang', 'dribble'] as const)('is given up in the midst of a file (%s)', async (fault) => {
    const proxy = await TcpProxy.open({ host: '127.0.0.1', port: Number(new URL(options.endpoint ?? '').port) })
    const limits: { idleMs?: number } = {}
    const slow = await opened({ endpoint: `http://127.0.0.1:${proxy.port}` }, { limits })
    await slow.put(`${fault}/before`, fileOf(randomBytes(10)), unhindered)
    proxy[fault]()
    limits.idleMs = 500
    const error = await failureOf(slow.put(`${fault}/after`, fileOf(randomBytes(10)), unhindered))
    expect(error).toMatchObject({ code: 'timeout', isTransient: true })
    await slow.close()
    await proxy.close()
  })

  it('compares the SHA-256 itself where it can, and refuses to overwrite', async () => {
    const objects = new Map<string, Buffer>()
    const { server, endpoint } = await serving(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const key = new URL(request.url ?? '', endpoint).pathname
      const found = objects.get(key)
      if (request.method === 'HEAD') return response.writeHead(404).end()
      if (request.method === 'GET') return response.end(found)
      if (found && request.headers['if-none-match'] === '*') return response.writeHead(412).end()
      objects.set(key, Buffer.concat(chunks))
      response.writeHead(200, { 'x-amz-checksum-sha256': request.headers['x-amz-checksum-sha256'] ?? '' }).end()
    })
    const other = await opened({ endpoint })
    const content = fileOf(Buffer.from('one'))
    expect(await other.put('file', content, unhindered)).toMatchObject({ check: 'checksum' })
    expect(await other.put('file', content, unhindered)).toMatchObject({ check: 'present' })
    const different = fileOf(Buffer.from('two'))
    expect((await failureOf(other.put('file', different, unhindered))).code).toBe('exists_differently')
    await other.close()
    server.close()
  })
})
