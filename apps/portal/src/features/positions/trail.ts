import type { ListedPosition } from '@holdfast/contract'
import { type Coordinates, isOnGlobe } from '../../shared/map/place.ts'

const longGapMs = 60 * 60_000

/** The positions that a map can show. */
export const onGlobe = (positions: readonly ListedPosition[]): ListedPosition[] => positions.filter(isOnGlobe)

/**
 * The lines of a trail: one for each device, interrupted where it said nothing for an hour, because where it was then is not known.
 * A line across the 180th meridian goes on beyond 180 degrees instead of once around the globe, as map libraries expect.
 * @param positions in the order of their times
 */
export const linesOf = (positions: readonly ListedPosition[]): [longitude: number, latitude: number][][] =>
  [...Map.groupBy(positions, ({ device_reference }) => device_reference).values()].flatMap((ofDevice) => {
    const lines: [number, number][][] = []
    let before = Number.NEGATIVE_INFINITY
    let meridian = 0
    for (const { timestamp, longitude, latitude } of ofDevice) {
      const at = Date.parse(timestamp)
      if (at - before > longGapMs) lines.push([])
      meridian = nearestTurn(longitude, lines.at(-1)?.length ? meridian : longitude)
      lines.at(-1)?.push([meridian, latitude])
      before = at
    }
    return lines.filter(({ length }) => length > 1)
  })

/** The same longitude, some turns around the globe further or not, whichever is nearest to another one. */
const nearestTurn = (longitude: number, to: number): number => longitude + 360 * Math.round((to - longitude) / 360)

const metresPerDegree = 111_320
const corners = 64

/** A circle on the ground around a place, as a polygon: map libraries draw circles of pixels only. */
export const circleAround = ({ latitude, longitude }: Coordinates, radiusMetres: number): [number, number][] => {
  const north = radiusMetres / metresPerDegree
  const east = north / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)
  return Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners
    return [longitude + east * Math.cos(angle), Math.min(Math.max(latitude + north * Math.sin(angle), -90), 90)]
  })
}

/** The last position until a time; the first one before all of them. @param positions in the order of their times, at least one */
export const indexAt = (positions: readonly ListedPosition[], time: number): number => {
  const after = positions.findIndex(({ timestamp }) => Date.parse(timestamp) > time)
  return after === -1 ? positions.length - 1 : Math.max(0, after - 1)
}
