/**
 * Runs `work` for each item, with a limited number at once. A failure names its item, and the other items are still
 * tried.
 */
export const inLanes = async <T>(
  items: readonly T[],
  lanes: number,
  nameOf: (item: T) => string,
  work: (item: T, lane: number) => Promise<void>,
): Promise<string[]> => {
  const waiting = [...items]
  const failures: string[] = []
  const run = async (lane: number): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item, lane)
      } catch (error) {
        failures.push(`${nameOf(item)}: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  return failures
}
