import { describe, expect, it } from 'vitest'
import type { Confinement } from './confinement.ts'
import { type DecodingError, decode } from './index.ts'

/** Decoders in the hands of whoever made the recording. They cost the recording its parts, and the worker nothing. */

const mebibyte = 1024 ** 2

interface Outcome {
  failure: string
  reads: number
  parts: readonly string[]
}

/** Runs JavaScript in place of a decoder, with `send` for a frame. */
const outcomeOf = async (script: string, timeoutMs = 60_000): Promise<Outcome> => {
  const program = `const send = (kind, length, body = Buffer.alloc(0)) => {
    const header = Buffer.from([kind, 0, 0, 0, 0])
    header.writeUInt32BE(length, 1)
    fs.writeSync(3, Buffer.concat([header, body]))
  }
  ${script}`
  const confinement: Confinement = { level: 'limits', commandOf: () => [process.execPath, '-e', program] }
  let reads = 0
  const parts: string[] = []
  const source = {
    size: 100 * mebibyte,
    read: async (_: number, length: number) => {
      reads += 1
      return Buffer.alloc(length)
    },
  }
  const options = {
    confinement,
    limits: { timeoutMs, memoryBytes: mebibyte },
    signal: new AbortController().signal,
  }
  const task = { content_type: 'audio/amr', wanted: ['peaks'], may_encode: false } as const
  try {
    for await (const found of decode(source, task, options)) {
      if (found.kind !== 'media') parts.push(found.part)
    }
    return { failure: 'none', reads, parts }
  } catch (error) {
    return { failure: (error as DecodingError).failure, reads, parts }
  }
}

describe('a hostile decoder', () => {
  it.each([
    ['a kind that does not exist', 'send(99, 1, Buffer.alloc(1))'],
    ['a frame of 4 GiB', 'send(2, 0xffffffff)'],
    ['a part without its name', 'send(2, 0)'],
    ['a part that does not exist', 'send(2, 1, Buffer.from([200]))'],
    ['a request without a range', 'send(1, 0)'],
    ['facts that are not JSON', 'send(8, 1, Buffer.from("x"))'],
    ['facts of another form', `send(8, 2, Buffer.from("{}"))`],
    [
      'the name of a track that is a text',
      `send(8, 55, Buffer.from('{"is_damaged":false,"undecoded_tracks":["Click here!"]}'))`,
    ],
    ['half a frame', 'send(2, 100, Buffer.alloc(50))'],
    ['nothing', ''],
  ])('that sends %s has crashed', async (_, script) => {
    expect(await outcomeOf(script)).toEqual({ failure: 'crashed', reads: 0, parts: [] })
  })

  it('gets an answer only after it has taken the one before', async () => {
    const request = 'const request = Buffer.alloc(10); request.writeUInt32BE(1024 ** 2, 6)'
    const { failure, reads } = await outcomeOf(`${request}; for (let i = 0; i < 1000; i++) send(1, 10, request)`)
    expect(failure).toBe('crashed')
    expect(reads).toBeLessThan(5)
  })

  it('that leaves a process behind when it is killed is not listened to any more', async () => {
    const frames = 'setInterval(() => fs.writeSync(3, Buffer.from([2, 0, 0, 0, 2, 0, 1])))'
    const orphan = `child_process.spawn(process.execPath, ['-e', ${JSON.stringify(frames)}], { stdio: ['ignore', 'ignore', 'ignore', 3] })`
    const { failure } = await outcomeOf(`${orphan}; setInterval(() => {}, 1000)`, 2_000)
    expect(failure).toBe('too_slow')
  })

  it('reads nothing behind the end, and its parts that nobody wants are left out', async () => {
    const request = 'const request = Buffer.alloc(10, 0xff)'
    const part = (place: number) => `send(2, 2, Buffer.from([${place}, 1]))`
    const script = `${request}; send(1, 10, request); fs.readSync(3, Buffer.alloc(4)); ${part(1)}; ${part(0)}; send(3, 0)`
    expect(await outcomeOf(script)).toEqual({ failure: 'none', reads: 0, parts: ['peaks'] })
  })
})
