/** Works through all items, at most `most` at a time. Returns the result of each. */
export const severalAtOnce = async <Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Map<Item, Result>> => {
  const results = new Map<Item, Result>()
  const waiting = items.values()
  const worker = async (): Promise<void> => {
    for (const item of waiting) results.set(item, await work(item))
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}
