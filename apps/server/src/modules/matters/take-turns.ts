/** One step of a filter. @returns whether there is more to do now */
type Step = (account: string, feed_id: string) => Promise<boolean>

interface Turns {
  /** The filters of each account. */
  waiting: ReadonlyMap<string, readonly string[]>
  /** After so many steps of one account, the next run goes on. */
  mostOfAccount: number
}

/**
 * Takes one step of one filter of each account, round after round, so that no account waits for all the work of another, and no filter for
 * all that of another. A filter that fails takes no further steps, and the others go on.
 * @returns the errors of filters that failed
 */
export const takeTurns = async ({ waiting, mostOfAccount }: Turns, step: Step): Promise<unknown[]> => {
  const errors: unknown[] = []
  let queues = [...waiting].map(([account, feeds]) => ({ account, feeds: [...feeds] }))
  for (let round = 0; round < mostOfAccount; round += 1) {
    queues = queues.filter(({ feeds }) => feeds.length > 0)
    for (const { account, feeds } of queues) {
      const feed_id = feeds.shift()
      if (feed_id === undefined) continue
      try {
        if (await step(account, feed_id)) feeds.push(feed_id)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  return errors
}
