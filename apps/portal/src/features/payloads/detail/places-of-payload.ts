import type { Payload, PhotoFacts } from '@holdfast/contract'
import { isOnGlobe, type Place } from '../../../shared/map/place.ts'

/** A recording can have thousands; a map of more is no clearer. */
const mostPlaces = 1_000

interface Names {
  device: string
  photo: string
}

type Located = Pick<Payload, 'payload_time'> & { meta: Pick<Payload['meta'], 'locations'> }

/**
 * Where the photo says that it was taken, then where the device was, beginning with its position nearest in time to the recording.
 * Positions that are not on the globe are left out.
 */
export const placesOf = (
  { meta, payload_time }: Located,
  facts: PhotoFacts | undefined,
  names: Names,
): readonly Place[] => {
  const { position } = facts ?? {}
  const apartMs = ({ timestamp }: { timestamp?: string }): number =>
    timestamp === undefined ? Number.MAX_SAFE_INTEGER : Math.abs(Date.parse(timestamp) - Date.parse(payload_time))
  const ofDevice = (meta.locations ?? [])
    .filter(isOnGlobe)
    .toSorted((a, b) => apartMs(a) - apartMs(b))
    .slice(0, mostPlaces)
  return [
    ...(position ? [{ kind: 'photo', name: names.photo, ...coordinatesOf(position) } as const] : []),
    ...ofDevice.map((place) => ({ kind: 'device', name: names.device, ...coordinatesOf(place) }) as const),
  ]
}

const coordinatesOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude })
