import { Branch } from './branch.ts'

type Consumers<T extends readonly unknown[]> = {
  readonly [K in keyof T]: (content: AsyncIterable<Uint8Array>) => Promise<T[K]>
}
type Outcomes<T extends readonly unknown[]> = { -readonly [K in keyof T]: PromiseSettledResult<T[K]> }

/**
 * Gives one stream to several consumers at once, as fast as the slowest reads; a few chunks are held for each. The
 * stream is read to its end whatever becomes of the consumers: one that stops early or fails holds nobody up.
 * @returns how each consumer ended
 * @throws what the stream failed with, after every consumer has ended; each of them has seen it fail, too
 */
export const fanOut = async <T extends readonly unknown[]>(
  source: AsyncIterable<Uint8Array>,
  consumers: Consumers<T>,
): Promise<Outcomes<T>> => {
  const branches = consumers.map(() => new Branch())
  const running = consumers.map(async (consume, index) => {
    const branch = branches[index] ?? new Branch()
    try {
      return await consume(branch)
    } finally {
      branch.close()
    }
  })
  const settled = Promise.allSettled(running)
  try {
    for await (const chunk of source) {
      for (const branch of branches) {
        const room = branch.push(chunk)
        if (room) await room
      }
    }
  } catch (error) {
    for (const branch of branches) branch.end({ error })
    await settled
    throw error
  }
  for (const branch of branches) branch.end()
  // One result for each consumer, in their order.
  return (await settled) as Outcomes<T>
}
