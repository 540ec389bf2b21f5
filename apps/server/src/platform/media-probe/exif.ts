import type { MediaFacts } from './media-facts.ts'

type ExifFacts = Pick<MediaFacts, 'exif_time' | 'exif_position'>

const tags = { exifIfd: 0x8769, gpsIfd: 0x8825, dateTimeOriginal: 0x9003, offsetTimeOriginal: 0x9011 }
const gpsTags = { latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4 }
/** Cameras write a few dozen entries; reading more would only cost time. */
const maxEntries = 512
/** A step of 10^-7 degrees is about a centimetre; finer digits come from the fractions alone. */
const positionSteps = 1e7

/** A TIFF structure that is read in place. Anything outside of it counts as absent. */
interface Tiff {
  u16(at: number): number | undefined
  u32(at: number): number | undefined
  text(at: number, length: number): string
}

/**
 * When and where a photograph was taken, from its EXIF block (without the `Exif\0\0` before it). Values that can't be read are
 * omitted: a camera's mistakes must not make a photograph unreadable. Reads six tags only, because general readers expand
 * every declared array, which a hostile block makes gigabytes long.
 */
export const readExif = (block: Buffer): ExifFacts => {
  const order = block.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return {}
  const tiff = tiffOf(block, order === 'II')
  const root = entriesAt(tiff, tiff.u32(4))
  const exif = entriesAt(tiff, pointer(tiff, root, tags.exifIfd))
  const gps = entriesAt(tiff, pointer(tiff, root, tags.gpsIfd))
  return { ...timeOf(tiff, exif), ...positionOf(tiff, gps) }
}

const tiffOf = (block: Buffer, isLittle: boolean): Tiff => ({
  u16: (at) => (at + 2 > block.length ? undefined : isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at)),
  u32: (at) => (at + 4 > block.length ? undefined : isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at)),
  text: (at, length) => block.toString('latin1', at, at + length).replace(/\0.*$/s, ''),
})

/** The offset of each tag's 12-byte entry. */
const entriesAt = (tiff: Tiff, at: number | undefined): ReadonlyMap<number, number> => {
  const entries = new Map<number, number>()
  const count = at === undefined ? 0 : Math.min(tiff.u16(at) ?? 0, maxEntries)
  for (let i = 0; i < count; i++) {
    const entry = (at ?? 0) + 2 + i * 12
    const tag = tiff.u16(entry)
    if (tag !== undefined) entries.set(tag, entry)
  }
  return entries
}

const pointer = (tiff: Tiff, entries: ReadonlyMap<number, number>, tag: number): number | undefined => {
  const entry = entries.get(tag)
  return entry === undefined ? undefined : tiff.u32(entry + 8)
}

/** Values of up to 4 bytes are in the entry itself. */
const textOf = (tiff: Tiff, entries: ReadonlyMap<number, number>, tag: number): string => {
  const entry = entries.get(tag)
  if (entry === undefined) return ''
  const length = Math.min(tiff.u32(entry + 4) ?? 0, 64)
  return tiff.text(length <= 4 ? entry + 8 : (tiff.u32(entry + 8) ?? 0), length)
}

const timeOf = (tiff: Tiff, exif: ReadonlyMap<number, number>): ExifFacts => {
  const time = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(textOf(tiff, exif, tags.dateTimeOriginal).trim())
  if (!time) return {}
  const offset = /^[+-]\d{2}:\d{2}$/.exec(textOf(tiff, exif, tags.offsetTimeOriginal).trim())?.[0] ?? ''
  const exif_time = `${time[1]}-${time[2]}-${time[3]}T${time[4]}${offset}`
  // Cameras without a clock write zeros.
  return Number.isNaN(Date.parse(exif_time)) ? {} : { exif_time }
}

const positionOf = (tiff: Tiff, gps: ReadonlyMap<number, number>): ExifFacts => {
  const latitude = degreesOf(tiff, gps, gpsTags.latitude)
  const longitude = degreesOf(tiff, gps, gpsTags.longitude)
  // NaN compares as false.
  if (!(latitude <= 90) || !(longitude <= 180)) return {}
  return {
    exif_position: {
      latitude: textOf(tiff, gps, gpsTags.latitudeRef) === 'S' ? -latitude : latitude,
      longitude: textOf(tiff, gps, gpsTags.longitudeRef) === 'W' ? -longitude : longitude,
    },
  }
}

/** Degrees, minutes and seconds, each a fraction of two 32-bit numbers. NaN when absent. */
const degreesOf = (tiff: Tiff, gps: ReadonlyMap<number, number>, tag: number): number => {
  const at = pointer(tiff, gps, tag)
  if (at === undefined) return Number.NaN
  const fraction = (i: number): number =>
    (tiff.u32(at + i * 8) ?? Number.NaN) / (tiff.u32(at + i * 8 + 4) ?? Number.NaN)
  const minutes = fraction(1)
  const seconds = fraction(2)
  // 0/0 seconds: the camera wrote minutes with a fraction.
  const degrees = fraction(0) + minutes / 60 + (Number.isNaN(seconds) ? 0 : seconds / 3600)
  return Math.round(degrees * positionSteps) / positionSteps
}
