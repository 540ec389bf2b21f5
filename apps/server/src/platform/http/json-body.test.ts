import { ProductError } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { BodyMemory } from './body-memory.ts'
import { EventLoopQueue } from './event-loop-queue.ts'
import { receiveJson } from './json-body.ts'

/** How much of its caller's budget a body uses up that arrives in chunks. */
const spentOn = async (chunks: () => AsyncGenerator<Uint8Array>, maxBytes = 1024): Promise<number> => {
  let spent = 0
  const receiving = {
    maxBytes,
    bodyBuffer: new BodyMemory().hold('a'),
    queue: new EventLoopQueue(),
    spend: (bytes: number) => {
      spent += bytes
    },
  }
  await receiveJson(chunks(), receiving).catch(() => {})
  return spent
}
const values = Buffer.from(`[${Array(99).fill('1').join()}]`)

it("a body uses up its bytes, and more for each value, of its caller's budget", async () => {
  expect(
    await spentOn(async function* () {
      yield values
    }),
  ).toBe(values.length + 16 * 99)
})

it.each([
  [
    'too deep',
    async function* () {
      yield values
      yield Buffer.from('['.repeat(100))
    },
  ],
  [
    'too long',
    async function* () {
      yield values
      yield Buffer.alloc(1024)
    },
  ],
  [
    'broken off',
    async function* () {
      yield values
      throw new ProductError('request.incomplete')
    },
  ],
] as const)('a body uses up no less when it is %s', async (_what, chunks) => {
  expect(await spentOn(chunks)).toBeGreaterThanOrEqual(values.length + 16 * 99)
})
