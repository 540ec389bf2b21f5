import { LngLatBounds } from 'maplibre-gl'
import type { Coordinates } from './place.ts'

/** The smallest area with all of these places, of which there is at least one. */
export const boundsOf = (places: readonly Coordinates[]): LngLatBounds =>
  places.reduce((bounds, { longitude, latitude }) => bounds.extend([longitude, latitude]), new LngLatBounds())
