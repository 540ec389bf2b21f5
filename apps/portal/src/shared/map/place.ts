/** Degrees (WGS 84). */
export interface Coordinates {
  latitude: number
  longitude: number
}

/** Something that a map shows. */
export interface Place extends Coordinates {
  /** `device`: where a handset says that it was; `photo`: where a photo says that it was taken. */
  kind: 'device' | 'photo'
  name: string
}

const earthRadiusKm = 6371

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance along the surface of a sphere (haversine formula), in kilometres. */
export const distanceKm = (a: Coordinates, b: Coordinates): number => {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2
  const part =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** Handsets report any numbers. */
export const isOnGlobe = ({ latitude, longitude }: Coordinates): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

/** [name, longitude, latitude, inhabitants], the largest first. */
export type Town = readonly [name: string, longitude: number, latitude: number, population: number]

/** Farther away, a town says nothing about a place. */
const nearKm = 100

/** The nearest town and its distance in kilometres; `null` if there is none near. */
export const nearestTown = (towns: readonly Town[], place: Coordinates): { name: string; km: number } | null => {
  let nearest: { name: string; km: number } | null = null
  for (const [name, longitude, latitude] of towns) {
    if (Math.abs(latitude - place.latitude) > 1) continue
    const km = distanceKm({ latitude, longitude }, place)
    if (km <= (nearest?.km ?? nearKm)) nearest = { name, km }
  }
  return nearest
}
