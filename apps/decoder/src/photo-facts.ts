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
  const flash = numberOf(tags.Flash)
  return withoutUnknown({
    make: textOf(tags.Make),
    model: textOf(tags.Model),
    lens: textOf(tags.LensModel),
    software: textOf(tags.Software),
    description: textOf(tags.ImageDescription),
    artist: textOf(tags.Artist),
    copyright: textOf(tags.Copyright),
    taken_at: takenAt(textOf(tags.DateTimeOriginal)),
    utc_offset: textOf(tags.OffsetTimeOriginal),
    exposure_s: exposure_s !== undefined && exposure_s > 0 ? exposure_s : undefined,
    f_number: numberOf(tags.FNumber),
    iso: numberOf(tags.ISOSpeedRatings),
    exposure_bias_ev: numberOf(tags.ExposureBiasValue),
    focal_length_mm: numberOf(tags.FocalLength),
    focal_length_35mm: numberOf(tags.FocalLengthIn35mmFilm),
    // Bit 0: the flash fired.
    is_flash_fired: flash === undefined ? undefined : (flash & 1) === 1,
    width: numberOf(tags.PixelXDimension),
    height: numberOf(tags.PixelYDimension),
    orientation: numberOf(tags.Orientation),
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

/** A number, the first of several, or a fraction. */
const numberOf = (tag: Tag | undefined): number | undefined => {
  const value = tag?.value
  if (!Array.isArray(value)) return finite(value)
  const [first, second] = value
  return Array.isArray(first) ? fraction(first) : value.length === 2 ? fraction([first, second]) : finite(first)
}

const fraction = (value: unknown): number | undefined => {
  const [numerator, denominator] = Array.isArray(value) ? value : []
  return finite(Number(numerator) / Number(denominator))
}

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** '2026:11:20 14:03:22' as '2026-11-20T14:03:22': the camera's clock, of no known zone. */
const takenAt = (text: string | undefined): string | undefined => {
  const [, year, month, day, time] = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text ?? '') ?? []
  const taken_at = `${year}-${month}-${day}T${time}`
  return Number.isNaN(Date.parse(`${taken_at}Z`)) ? undefined : taken_at
}

const positionOf = (tags: Tags): object | undefined => {
  const latitude = degreesOf(tags.GPSLatitude, tags.GPSLatitudeRef, 'S')
  const longitude = degreesOf(tags.GPSLongitude, tags.GPSLongitudeRef, 'W')
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const altitude_m = numberOf(tags.GPSAltitude)
  const isBelowSea = numberOf(tags.GPSAltitudeRef) === 1
  return withoutUnknown({
    latitude,
    longitude,
    altitude_m: altitude_m !== undefined && isBelowSea ? -altitude_m : altitude_m,
    accuracy_m: numberOf(tags.GPSHPositioningError),
    direction_degrees: numberOf(tags.GPSImgDirection),
    measured_at: measuredAt(textOf(tags.GPSDateStamp), tags.GPSTimeStamp),
  })
}

/** Degrees, minutes and seconds, as three fractions, and the letter of the hemisphere. */
const degreesOf = (tag: Tag | undefined, hemisphere: Tag | undefined, negative: string): number | undefined => {
  if (!Array.isArray(tag?.value) || tag.value.length !== 3) return undefined
  const [degrees, minutes, seconds] = tag.value.map(fraction)
  if (degrees === undefined || minutes === undefined) return undefined
  const value = degrees + minutes / 60 + (seconds ?? 0) / 3600
  return textOf(hemisphere)?.toUpperCase() === negative ? -value : value
}

/** UTC, from the satellites. */
const measuredAt = (date: string | undefined, time: Tag | undefined): string | undefined => {
  if (!date || !Array.isArray(time?.value) || time.value.length !== 3) return undefined
  const [hours, minutes, seconds] = time.value.map((part) => Math.floor(fraction(part) ?? Number.NaN))
  const measured = Date.parse(`${date.replaceAll(':', '-')}T00:00:00Z`)
  const at = measured + (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined
}
