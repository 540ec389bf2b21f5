/** The values at which an axis from 0 or `least` has lines: 3 to 6, each 1, 2 or 5 times a power of ten apart; the last is not below `most`. */
export const axisTicks = (most: number, least = 0): number[] => {
  const span = most - least
  if (!Number.isFinite(span) || span <= 0) return [least, least + 1]
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  const first = Math.floor(least / step)
  const last = Math.ceil(most / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** So many places of a row at most, the first and the last among them, equally far apart as well as can be. */
export const spacedPlaces = (length: number, most: number): number[] => {
  if (length <= most) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (length - 1)) / (most - 1)))
}
