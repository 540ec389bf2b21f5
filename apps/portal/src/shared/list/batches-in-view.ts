/** Recordings of one request. */
const atATime = 50

/** The requests so far, and those for what came into view and was not requested yet. The same object when there is nothing new. */
export const nextBatches = (
  batches: readonly (readonly string[])[],
  seen: readonly string[],
): readonly (readonly string[])[] => {
  const requested = new Set(batches.flat())
  // A list can have a row twice for a moment, when a new one moves it to the next page.
  const fresh = [...new Set(seen)].filter((reference) => !requested.has(reference))
  if (fresh.length === 0) return batches
  const added = Array.from({ length: Math.ceil(fresh.length / atATime) }, (_, place) =>
    fresh.slice(place * atATime, (place + 1) * atATime),
  )
  return [...batches, ...added]
}
