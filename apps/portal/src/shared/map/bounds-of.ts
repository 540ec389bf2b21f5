import { LngLatBounds } from 'maplibre-gl'
import type { Coordinates } from './place.ts'

const boundsAround = (places: readonly Coordinates[], meridian: (longitude: number) => number): LngLatBounds =>
  places.reduce((bounds, { longitude, latitude }) => bounds.extend([meridian(longitude), latitude]), new LngLatBounds())

const width = (bounds: LngLatBounds): number => bounds.getEast() - bounds.getWest()

/** The smallest area with all of these places, of which there is at least one; it may lie across the 180th meridian. */
export const boundsOf = (places: readonly Coordinates[]): LngLatBounds => {
  const plain = boundsAround(places, (longitude) => longitude)
  const across = boundsAround(places, (longitude) => (longitude < 0 ? longitude + 360 : longitude))
  return width(across) < width(plain) ? across : plain
}
