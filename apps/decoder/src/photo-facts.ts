import ExifReader from 'exifreader'

/** Characters. */
const maxText = 255

const exif = [
  'Make',
  'Model',
  'LensModel',
  'Software',
  'ImageDescription',
  'Artist',
  'Copyright',
  'Orientation',
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'DateTimeDigitized',
  'OffsetTimeDigitized',
  'DateTime',
  'OffsetTime',
  'ExposureTime',
  'FNumber',
  'ISOSpeedRatings',
  'ExposureBiasValue',
  'FocalLength',
  'FocalLengthIn35mmFilm',
  'Flash',
  'PixelXDimension',
  'PixelYDimension',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSAltitude',
  'GPSAltitudeRef',
  'GPSHPositioningError',
  'GPSImgDirection',
  'GPSDateStamp',
  'GPSTimeStamp',
]

interface Tag {
  value?: unknown
}
type Tags = Readonly<Record<string, Tag | undefined>>

/**
 * What the camera noted in a photo (Exif 2.32, JEITA CP-3451), as the contract's PhotoFacts. Only this choice of tags: no
 * maker's notes, no thumbnail, no XML.
 * @returns an empty object if there are no readable notes, so that they never cost a photo its pictures
 */
export const factsOf = (content: Buffer): object => {
  try {
    const options = { expanded: true, async: false, includeTags: { exif } } as const
    return factsOfTags((ExifReader.load(content, options).exif ?? {}) as Tags)
  } catch {
    return {}
  }
}

const factsOfTags = (tags: Tags): object => {
  const exposure_s = numberOf(tags.ExposureTime)
  const flash = firstOf(tags.Flash)
  return withoutUnknown({
    make: textOf(tags.Make),
    model: textOf(tags.Model),
    lens: textOf(tags.LensModel),
    software: textOf(tags.Software),
    description: textOf(tags.ImageDescription),
    artist: textOf(tags.Artist),
    copyright: textOf(tags.Copyright),
    ...timeOf(tags),
    exposure_s: exposure_s !== undefined && exposure_s > 0 ? exposure_s : undefined,
    f_number: numberOf(tags.FNumber),
    iso: firstOf(tags.ISOSpeedRatings),
    exposure_bias_ev: numberOf(tags.ExposureBiasValue),
    focal_length_mm: numberOf(tags.FocalLength),
    focal_length_35mm: firstOf(tags.FocalLengthIn35mmFilm),
    // Bit 0: the flash fired.
    is_flash_fired: flash === undefined ? undefined : (flash & 1) === 1,
    width: firstOf(tags.PixelXDimension),
    height: firstOf(tags.PixelYDimension),
    orientation: firstOf(tags.Orientation),
    position: positionOf(tags),
  })
}

const withoutUnknown = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

/** Texts are lists with one text, or a text. Control characters are left out. */
const textOf = (tag: Tag | undefined): string | undefined => {
  const value: unknown = Array.isArray(tag?.value) ? tag.value[0] : tag?.value
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, maxText * 4)
    .replace(/\p{Cc}/gu, '')
    .trim()
  return text === '' ? undefined : [...text.toWellFormed()].slice(0, maxText).join('')
}

/** A whole number, the first of several. */
const firstOf = (tag: Tag | undefined): number | undefined =>
  finite(Array.isArray(tag?.value) ? tag.value[0] : tag?.value)

/** A fraction, the first of several. */
const numberOf = (tag: Tag | undefined): number | undefined => {
  const value = tag?.value
  return Array.isArray(value) ? fraction(Array.isArray(value[0]) ? value[0] : value) : finite(value)
}

const fraction = (value: unknown): number | undefined => {
  const [numerator, denominator] = Array.isArray(value) ? value : []
  return finite(Number(numerator) / Number(denominator))
}

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** When it was taken, else digitised, else written: some programs keep only the last. */
const timeOf = (tags: Tags): object => {
  const times = [
    [tags.DateTimeOriginal, tags.OffsetTimeOriginal],
    [tags.DateTimeDigitized, tags.OffsetTimeDigitized],
    [tags.DateTime, tags.OffsetTime],
  ] as const
  for (const [time, offset] of times) {
    const { taken_at, zone } = readTime(textOf(time))
    if (taken_at !== undefined) return { taken_at, utc_offset: textOf(offset) ?? zone }
  }
  return {}
}

/**
 * '2026:11:20 14:03:22' as '2026-11-20T14:03:22': the camera's clock, of no known zone unless one stands behind it, which Exif does
 * not provide for.
 */
const readTime = (text = ''): { taken_at?: string; zone?: string } => {
  const found = /^(\d{4})[:/.-](\d\d)[:/.-](\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,]\d+)? ?(Z|([+-]\d\d):?(\d\d))?/.exec(text)
  if (!found) return {}
  const [, year, month, day, time, zone, hours, minutes] = found
  const taken_at = `${year}-${month}-${day}T${time}`
  if (Number.isNaN(Date.parse(`${taken_at}Z`))) return {}
  if (!zone) return { taken_at }
  return { taken_at, zone: zone === 'Z' ? '+00:00' : `${hours}:${minutes}` }
}

const positionOf = (tags: Tags): object | undefined => {
  const latitude = degreesOf(tags.GPSLatitude, tags.GPSLatitudeRef, /^s/i)
  const longitude = degreesOf(tags.GPSLongitude, tags.GPSLongitudeRef, west)
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const altitude_m = numberOf(tags.GPSAltitude)
  const isBelowSea = firstOf(tags.GPSAltitudeRef) === 1
  return withoutUnknown({
    latitude,
    longitude,
    altitude_m: altitude_m !== undefined && isBelowSea ? -altitude_m : altitude_m,
    accuracy_m: numberOf(tags.GPSHPositioningError),
    direction_degrees: numberOf(tags.GPSImgDirection),
    measured_at: measuredAt(textOf(tags.GPSDateStamp), tags.GPSTimeStamp),
  })
}

/** Some programs write words instead of letters, in their own language: West, Oeste, Ouest, Ovest; but German Ost is east. */
const west = /^(w|o[euv])/i

/** Degrees, minutes and seconds, as three fractions, and the hemisphere. */
const degreesOf = (tag: Tag | undefined, hemisphere: Tag | undefined, negative: RegExp): number | undefined => {
  if (!Array.isArray(tag?.value) || tag.value.length !== 3) return undefined
  const [degrees, minutes, seconds] = tag.value.map(fraction)
  if (degrees === undefined || minutes === undefined) return undefined
  const value = degrees + minutes / 60 + (seconds ?? 0) / 3600
  return negative.test(textOf(hemisphere) ?? '') ? -value : value
}

/** UTC, from the satellites. */
const measuredAt = (date: string | undefined, time: Tag | undefined): string | undefined => {
  if (!date || !Array.isArray(time?.value) || time.value.length !== 3) return undefined
  const [hours, minutes, seconds] = time.value.map((part) => Math.floor(fraction(part) ?? Number.NaN))
  const measured = Date.parse(`${date.replaceAll(':', '-')}T00:00:00Z`)
  const at = measured + (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined
}
