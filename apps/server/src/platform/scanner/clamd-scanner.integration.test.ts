import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clamd, startClamd } from '../../../../../tests/setup/clamd.ts'
import { clamdScanner } from './clamd-scanner.ts'
import { openScanner, ScannerUnavailable } from './index.ts'

const MiB = 1024 ** 2
const streamMaxBytes = 64 * MiB
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

async function* chunks(...parts: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}

async function* generated(bytes: number, onChunk = () => {}): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += MiB) {
    onChunk()
    yield Buffer.alloc(MiB, 7)
  }
}

let clamd: Clamd
beforeAll(async () => {
  clamd = await startClamd({ streamMaxBytes })
})
afterAll(() => clamd?.stop())

describe('a real clamd', () => {
  it.each([
    ['TCP', () => clamd.url],
    ['a Unix socket', () => clamd.socketUrl],
    ['a Unix socket with its full scheme', () => clamd.socketUrl.replace('clamd:', 'clamd+unix:')],
  ])('answers over %s', async (_way, url) => {
    const scanner = await openScanner(url())
    await scanner.check()
    expect(await scanner.scan(chunks('Good morning'))).toEqual({ clean: true })
    expect(await scanner.scan(chunks(eicar))).toEqual({
      clean: false,
      finding: expect.stringContaining('Eicar-Test-File'),
    })
  })

  it('finds malware that spans chunks, with empty chunks between them', async () => {
    const scanner = await openScanner(clamd.url)
    const content = chunks('a'.repeat(100), eicar.slice(0, 20), '', eicar.slice(20), new Uint8Array(0), 'z')
    expect((await scanner.scan(content)).clean).toBe(false)
  })

  it('calls empty content clean', async () => {
    expect(await (await openScanner(clamd.url)).scan(chunks())).toEqual({ clean: true })
  })

  it('scans several contents at once, each with its own verdict', async () => {
    const scanner = await openScanner(clamd.url)
    const contents = Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? eicar : `clean ${i}`))
    const verdicts = await Promise.all(contents.map((text) => scanner.scan(chunks(text))))
    expect(verdicts.map((verdict) => verdict.clean)).toEqual(contents.map((text) => text !== eicar))
  })

  it('finds malware at the end of large content', async () => {
    const scanner = await openScanner(clamd.url)
    const infected = async function* () {
      yield* generated(40 * MiB)
      yield Buffer.from(eicar)
    }
    expect(await scanner.scan(generated(40 * MiB))).toEqual({ clean: true })
    expect((await scanner.scan(infected())).clean).toBe(false)
  })

  it('reaches no verdict on content over its limit', async () => {
    const scan = (await openScanner(clamd.url)).scan(generated(streamMaxBytes + 8 * MiB))
    await expect(scan).rejects.toThrow(ScannerUnavailable)
  })

  it('passes on a failure of the content, and is ready for the next one', async () => {
    const scanner = await openScanner(clamd.url)
    const broken = async function* () {
      yield Buffer.from('half')
      await setImmediate()
      throw new Error('does not open')
    }
    await expect(scanner.scan(broken())).rejects.toThrow('does not open')
    expect(await scanner.scan(chunks('next'))).toEqual({ clean: true })
  })
})

describe('a session of a real clamd', () => {
  const contents = Array.from({ length: 300 }, (_, i) => (i % 7 === 0 ? `${eicar}${i}` : 'clean '.repeat(i * 10)))

  it.each([
    ['TCP', () => clamd.url],
    ['a Unix socket', () => clamd.socketUrl],
  ])('scans many contents at once over one connection by %s, each with its own verdict', async (_way, url) => {
    const session = (await openScanner(url())).openSession()
    const verdicts = await Promise.all(contents.map((text) => session.scan(chunks(text))))
    session.close()
    expect(verdicts.map(({ clean }) => clean)).toEqual(contents.map((text) => !text.startsWith(eicar)))
    expect(verdicts[7]).toEqual({ clean: false, finding: expect.stringContaining('Eicar-Test-File') })
  })

  it('passes on a failure of one content, and scans the others', async () => {
    const session = (await openScanner(clamd.url)).openSession()
    const broken = async function* () {
      yield Buffer.from('half')
      await setImmediate()
      throw new Error('does not open')
    }
    const scans = await Promise.allSettled([
      session.scan(chunks('one')),
      session.scan(broken()),
      session.scan(chunks()),
    ])
    session.close()
    expect(scans).toMatchObject([
      { status: 'fulfilled', value: { clean: true } },
      { status: 'rejected', reason: { message: 'does not open' } },
      { status: 'fulfilled', value: { clean: true } },
    ])
  })

  it('reaches no verdict on content over the limit, nor on what follows it', async () => {
    const small = await startClamd({ streamMaxBytes: MiB })
    try {
      const session = (await openScanner(small.url)).openSession()
      expect(await session.scan(chunks('small'))).toEqual({ clean: true })
      await expect(session.scan(generated(2 * MiB))).rejects.toThrow(ScannerUnavailable)
      await expect(session.scan(chunks('later'))).rejects.toThrow(ScannerUnavailable)
      session.close()
    } finally {
      await small.stop()
    }
  })
})

describe('a clamd that fails', () => {
  const timeouts = { connectMs: 500, sendMs: 100, replyMs: 100 }
  const open = new Set<Socket>()
  let server: Server

  const scanWith = async (behave: (socket: Socket) => void, content = chunks('hello')) => {
    server = createServer((socket) => {
      open.add(socket.on('error', () => {}))
      behave(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const scanner = clamdScanner({ host: '127.0.0.1', port }, timeouts)
    try {
      const session = scanner.openSession()
      return await Promise.allSettled([
        scanner.scan(content),
        scanner.check(),
        // The second one finds the session broken.
        session.scan(chunks('one')).catch(() => session.scan(chunks('two'))),
      ])
    } finally {
      for (const socket of open) socket.destroy()
      server.close()
    }
  }
  const unavailable = { status: 'rejected', reason: expect.any(ScannerUnavailable) }

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up at once', (socket) => socket.destroy()],
    ['hangs up in the middle of its answer', (socket) => socket.once('data', () => socket.end())],
    ['never answers', (socket) => socket.resume()],
    ['answers half a line and hangs up', (socket) => socket.resume().end('stream: OK')],
    ['reports an error', (socket) => socket.resume().write("stream: Can't allocate memory ERROR\0")],
    ['uses another protocol', (socket) => socket.resume().write('220 mail.example ESMTP\r\n\0')],
    ['never stops answering', (socket) => socket.resume().write('x'.repeat(100_000))],
  ])('leads to no verdict when it %s', async (_how, behave) => {
    expect(await scanWith(behave)).toEqual([unavailable, unavailable, unavailable])
  })

  it('leads to no verdict when it reads nothing, and no more content is read than the connection buffers', async () => {
    let chunksRead = 0
    const content = generated(256 * MiB, () => {
      chunksRead++
    })
    expect((await scanWith((socket) => socket.pause(), content))[0]).toEqual(unavailable)
    expect(chunksRead).toBeLessThan(32)
  })

  it('is not trusted when it answers OK before it has all content', async () => {
    const early = (socket: Socket) => socket.resume().write('stream: OK\0')
    const slow = async function* () {
      for (let i = 0; i < 50; i++) {
        await setImmediate()
        yield Buffer.alloc(MiB)
      }
    }
    expect((await scanWith(early, slow()))[0]).toEqual(unavailable)
  })

  it('leads to no verdict when nothing listens', async () => {
    const scanner = await openScanner('clamd://127.0.0.1:1')
    await expect(scanner.scan(chunks('hello'))).rejects.toThrow(ScannerUnavailable)
    await expect(scanner.check()).rejects.toThrow(ScannerUnavailable)
    await expect(scanner.openSession().scan(chunks('hello'))).rejects.toThrow(ScannerUnavailable)
    const noSocket = await openScanner('clamd:/nowhere/clamd.sock')
    await expect(noSocket.check()).rejects.toThrow(ScannerUnavailable)
  })
})
