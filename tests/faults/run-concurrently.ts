/**
 * Runs `work` for each item, with a limited number at once. A failure names its item, and the other items are still
 * tried.
 */
export const runConcurrently = async <T>(
  items: readonly T[],
  concurrency: number,
  nameOf: (item: T) => string,
  work: (item: T, workerIndex: number) => Promise<void>,
): Promise<string[]> => {
  const remaining = [...items]
  const failures: string[] = []
  const run = async (workerIndex: number): Promise<void> => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) {
      try {
        await work(item, workerIndex)
      } catch (error) {
        failures.push(`${nameOf(item)}: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, workerIndex) => run(workerIndex)))
  return failures
}
