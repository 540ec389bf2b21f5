import { localTime } from './local-time.ts'
import type { MediaFile } from './media-folder.ts'
import { positionAt } from './route.ts'
import type { Circumstances, RecordingInputs } from './simulated-recording.ts'

/** The metadata that every payload type has, for a recording that began at `began`. */
export const commonMetadata = ({ city, imeis }: Circumstances, began: Date) => ({
  timezone: city.timezone,
  local_time: localTime(began, city.timezone),
  locations: [{ ...positionAt(city, began.getTime()), accuracy: 12, timestamp: began.toISOString() }],
  carrier: { ...city.carrier, is_roaming: false },
  imeis: [...imeis],
})

/** Picks a file of this kind, usually a suitable one (by default, one in the city's language). */
export const fileOf = (
  kind: MediaFile['kind'],
  { media, random, city }: RecordingInputs,
  suits: (file: MediaFile) => boolean = (file) => file.language === city.language,
): MediaFile => {
  const all = media.files.filter((file) => file.kind === kind)
  const suitable = all.filter(suits)
  // People also speak with callers from abroad.
  const [first, ...others] = suitable.length > 0 && random.chance(0.7) ? suitable : all
  if (!first) throw new Error(`The media folder has no ${kind}`)
  return random.pick([first, ...others])
}

export const secondsBefore = (time: Date, seconds: number): Date =>
  new Date(time.getTime() - Math.round(seconds * 1000))
