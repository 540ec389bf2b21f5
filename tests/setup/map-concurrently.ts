/** Works through all items, at most `most` at a time. Returns the result of each. */
export const mapConcurrently = async <Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Map<Item, Result>> => {
  const results = new Map<Item, Result>()
  const remaining = items.values()
  const worker = async (): Promise<void> => {
    for (const item of remaining) results.set(item, await work(item))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
