import type { Payload, PhotoFacts } from '@holdfast/contract'
import { isOnGlobe, type Place } from '../../shared/map/place.ts'

/** A recording can have thousands; a map of more is no clearer. */
const mostPlaces = 1_000

interface Names {
  device: string
  photo: string
}

/** Where the device was and, first, where the photo says that it was taken. Impossible positions are left out. */
export const placesOf = ({ meta }: Payload, facts: PhotoFacts | undefined, names: Names): readonly Place[] => {
  const { position } = facts ?? {}
  const ofDevice = (meta.locations ?? []).filter(isOnGlobe).slice(0, mostPlaces)
  return [
    ...(position ? [{ kind: 'photo', name: names.photo, ...coordinatesOf(position) } as const] : []),
    ...ofDevice.map((place) => ({ kind: 'device', name: names.device, ...coordinatesOf(place) }) as const),
  ]
}

const coordinatesOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude })
