/**
 * The rows of a list as they are now, in their places: what is new is left out, because it would move the rows under the pointer, and what is
 * no longer in the list is removed.
 * @param latest the first rows of the list as they are now
 * @param isAll whether `latest` has all rows of the list
 */
export const updatedRows = <Item>(
  shown: readonly Item[],
  latest: readonly Item[],
  keyOf: (item: Item) => string,
  isAll: boolean,
): Item[] => {
  const byKey = new Map(latest.map((item) => [keyOf(item), item]))
  // A row after the last one that is known again may only be further down now.
  const lastKnown = isAll ? shown.length - 1 : shown.findLastIndex((item) => byKey.has(keyOf(item)))
  return shown.flatMap((item, index) => byKey.get(keyOf(item)) ?? (index > lastKnown ? [item] : []))
}
