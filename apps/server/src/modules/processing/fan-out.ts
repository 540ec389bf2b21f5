import { Branch } from './branch.ts'

type Consumers<T extends readonly unknown[]> = {
  readonly [K in keyof T]: (content: AsyncIterable<Uint8Array>) => Promise<T[K]>
}
type Outcomes<T extends readonly unknown[]> = { -readonly [K in keyof T]: PromiseSettledResult<T[K]> }

/**
 * Passes one stream to several consumers concurrently, at the speed of the slowest. A few chunks are buffered for
 * each. The stream is read to its end even if consumers stop early or fail.
 * @returns the outcome of each consumer
 * @throws the stream's error, after every consumer has ended; each of them gets it, too
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
