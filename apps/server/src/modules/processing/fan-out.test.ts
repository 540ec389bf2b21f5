import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fanOut } from './fan-out.ts'

async function* stream(chunks: readonly Uint8Array[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await Promise.resolve()
    yield chunk
  }
  if (failure) throw failure
}

const collect = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('hex')
}

const chunksOf = fc.array(fc.uint8Array({ minLength: 1, maxLength: 4 }), { maxLength: 60 })

describe('a stream with several consumers', () => {
  it('is read by each of them in full, even if others stop early or fail', async () => {
    await fc.assert(
      fc.asyncProperty(chunksOf, fc.nat(80), fc.nat(80), async (chunks, stopAfter, failAfter) => {
        let read = 0
        const broken = new Error('a consumer broke')
        const outcomes = await fanOut<[string, number, never | string]>(stream(chunks), [
          collect,
          async (content) => {
            for await (const _ of content) if (++read > stopAfter) break
            return read
          },
          async (content) => {
            let count = 0
            for await (const _ of content) if (++count > failAfter) throw broken
            return 'whole'
          },
        ])
        expect(outcomes[0]).toEqual({ status: 'fulfilled', value: Buffer.concat(chunks).toString('hex') })
        expect(outcomes[1]).toEqual({ status: 'fulfilled', value: Math.min(stopAfter + 1, chunks.length) })
        expect(outcomes[2].status).toBe(chunks.length > failAfter ? 'rejected' : 'fulfilled')
      }),
    )
  })

  it('continues for the others when one never reads', async () => {
    const chunks = Array.from({ length: 100 }, (_, index) => Uint8Array.of(index))
    const [whole] = await fanOut<[string, string]>(stream(chunks), [collect, async () => 'not interested'])
    expect(whole).toEqual({ status: 'fulfilled', value: Buffer.concat(chunks).toString('hex') })
  })

  it('fails for every consumer with the error of the source', async () => {
    const failure = new Error('the source broke')
    const seen: unknown[] = []
    const consume = async (content: AsyncIterable<Uint8Array>) => {
      await collect(content).catch((error: unknown) => seen.push(error))
    }
    await expect(fanOut(stream([Uint8Array.of(1)], failure), [consume, consume])).rejects.toBe(failure)
    expect(seen).toEqual([failure, failure])
  })

  it('reads only a little ahead of the slowest consumer', async () => {
    let produced = 0
    let consumed = 0
    let furthestAhead = 0
    async function* counted() {
      for (; produced < 1000; produced++) yield Uint8Array.of(1)
    }
    await fanOut<[undefined, string]>(counted(), [
      async (content): Promise<undefined> => {
        for await (const _ of content) {
          consumed++
          furthestAhead = Math.max(furthestAhead, produced - consumed)
          for (let turns = 0; turns < 5; turns++) await Promise.resolve()
        }
      },
      collect,
    ])
    expect(furthestAhead).toBeLessThanOrEqual(9)
  })
})
