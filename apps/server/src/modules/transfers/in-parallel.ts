/** The items after one, page by page; none at the end. */
type Pages<Item> = (after: Item | null) => Promise<readonly Item[]>

/**
 * Does work with several items at once, which are read page by page. The first error ends it, once what is under way has ended.
 * @param isOver no further item is begun
 * @returns whether all items were begun and ended
 */
export const inParallel = async <Item>(
  pages: Pages<Item>,
  { most, isOver }: { most: number; isOver: () => boolean },
  work: (item: Item) => Promise<void>,
): Promise<boolean> => {
  const waiting: Item[] = []
  let last: Item | null = null
  let isEnd = false
  let reading: Promise<void> | undefined
  let failure: { error: unknown } | undefined
  const readPage = async (): Promise<void> => {
    const page = await pages(last)
    waiting.push(...page)
    last = page.at(-1) ?? last
    isEnd = page.length === 0
  }
  const next = async (): Promise<Item | undefined> => {
    while (waiting.length === 0 && !isEnd && !isOver()) {
      reading ??= readPage().finally(() => {
        reading = undefined
      })
      await reading
    }
    return isOver() ? undefined : waiting.shift()
  }
  const worker = async (): Promise<void> => {
    try {
      for (let item = await next(); item !== undefined && !failure; item = await next()) await work(item)
    } catch (error) {
      failure ??= { error }
    }
  }
  await Promise.all(Array.from({ length: most }, worker))
  if (failure) throw failure.error
  return isEnd && waiting.length === 0
}

/** Lets so many pieces of work run at once; the others wait for their turn. */
export const limitedTo = (most: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
