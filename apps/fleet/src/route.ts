import type { City } from './cities.ts'

/** Milliseconds from one point of a route to the next. */
const legMs = 4 * 60 * 1000

/** The position of a person who walks the city's route back and forth: degrees, rounded to about a metre. */
export const positionAt = ({ route }: City, time: number): { latitude: number; longitude: number } => {
  const walked = time / legMs
  const turns = Math.max(1, route.length - 1)
  const along = walked % (2 * turns)
  const position = along <= turns ? along : 2 * turns - along
  const at = Math.min(Math.floor(position), route.length - 1)
  const from = route[at] ?? route[0]
  const to = route[at + 1] ?? from
  const between = (a: number, b: number) => Number((a + (b - a) * (position - at)).toFixed(5))
  return { latitude: between(from[0], to[0]), longitude: between(from[1], to[1]) }
}
