import { isOnGlobe, type ListedPosition, type ProductError } from '@holdfast/contract'
import type { RowFormat, RowWriter } from './row-format.ts'

/** Characters that XML 1.0 cannot contain, not even escaped. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const xmlText = (text: string): string =>
  text.replace(notInXml, '\uFFFD').replace(/[&<>"']/g, (character) => entities[character] ?? '')

const element = (name: string, value: string | number | null): string =>
  value === null ? '' : `<${name}>${xmlText(String(value))}</${name}>`

/** Without two hyphens in a row, which end a comment. */
const comment = (text: string): string => `<!-- ${text.replace(notInXml, '\uFFFD').replace(/-(?=-)/g, '- ')} -->\n`

/** Formats of maps have no other places, so that programs would refuse the file. The other formats have all positions. */
const leftOut = ({ gps_reference, timestamp }: ListedPosition): string =>
  comment(`Not on the globe, left out: ${gps_reference} of ${timestamp}`)

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const ended = (why: ProductError): string =>
  comment(`This export ended before its last row: ${why.message} (${why.code})`)

/** GPX 1.1: a track for each stretch of positions of one device, in the order of the list. */
export const gpxFormat = (): RowFormat => ({
  contentType: 'application/gpx+xml',
  head: `${declaration}<gpx version="1.1" creator="Holdfast" xmlns="http://www.topografix.com/GPX/1/1">\n`,
  open: gpxWriter,
  ended,
})

const gpxWriter = (): RowWriter => {
  let device: string | null = null
  const endTrack = () => (device === null ? '' : '</trkseg></trk>\n')
  const trackOf = (position: ListedPosition): string => {
    if (position.device_reference === device) return ''
    const ending = endTrack()
    device = position.device_reference
    return `${ending}<trk>${element('name', device)}<trkseg>\n`
  }
  return {
    row: (item) => {
      const position = item as ListedPosition
      return isOnGlobe(position) ? `${trackOf(position)}${trackPoint(position)}` : leftOut(position)
    },
    tail: () => `${endTrack()}</gpx>\n`,
  }
}

/** GPX has no accuracy in metres, only factors of dilution, so it stands in the comment. */
const trackPoint = ({ latitude, longitude, altitude, accuracy, timestamp, provider }: ListedPosition): string =>
  [
    `<trkpt lat="${latitude}" lon="${longitude}">`,
    element('ele', altitude),
    element('time', timestamp),
    element('cmt', accuracy === null ? null : `accuracy ${accuracy} m`),
    element('src', provider),
    '</trkpt>\n',
  ].join('')

/** KML 2.2: a placemark with its time for each position. */
export const kmlFormat = (): RowFormat => ({
  contentType: 'application/vnd.google-earth.kml+xml',
  head: `${declaration}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n`,
  open: () => ({
    row: (item) => {
      const position = item as ListedPosition
      return isOnGlobe(position) ? placemark(position) : leftOut(position)
    },
    tail: () => '</Document></kml>\n',
  }),
  ended,
})

const placemark = (position: ListedPosition): string => {
  const { latitude, longitude, altitude, timestamp, device_reference, device_user_reference } = position
  const { accuracy, provider, timezone, gps_reference } = position
  const height = altitude === null ? '' : `,${altitude}`
  const data = { gps_reference, device_reference, device_user_reference, accuracy, provider, timezone }
  return [
    `<Placemark>${element('name', device_reference)}`,
    `<TimeStamp>${element('when', timestamp)}</TimeStamp>`,
    `<ExtendedData>${Object.entries(data).map(extended).join('')}</ExtendedData>`,
    `<Point>${altitude === null ? '' : element('altitudeMode', 'absolute')}${element('coordinates', `${longitude},${latitude}${height}`)}</Point>`,
    '</Placemark>\n',
  ].join('')
}

const extended = ([name, value]: [string, string | number | null]): string =>
  value === null ? '' : `<Data name="${name}">${element('value', value)}</Data>`
