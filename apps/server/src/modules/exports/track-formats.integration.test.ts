import { DOMParser, type Document } from '@xmldom/xmldom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { addRows, type NewRow } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

let account: TestAccount<'manager' | 'londoner'>
let exports: Exports

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute))
const hostile = `<script>&"'--> ]]> \u0001 \ufffe 'x`

beforeAll(async () => {
  account = await anAccount()
    .withGroups('London', 'Lisbon')
    .withRole('London alone', [{ actions_matching: 'gps:read', conditions: [{ names_matching: 'London' }] }])
    .withPerson('manager', 'Device Manager')
    .withPerson('londoner', 'London alone')
    .open()
  exports = new Exports(account.server, account.client)
  const ofAna = { device_user_reference: 'ana.reis', group: 'London', device_reference: 'PHONE-1' }
  const rows: NewRow<'gps'>[] = [
    { ...ofAna, timestamp: at(0), latitude: 51.5, longitude: -0.1, altitude: 35.5, accuracy: 12 },
    { ...ofAna, timestamp: at(1), latitude: 91, longitude: 0, gps_reference: 'off--the-globe' },
    {
      ...ofAna,
      timestamp: at(2),
      latitude: -51.5,
      longitude: 179.999,
      altitude: null,
      accuracy: null,
      provider: hostile,
    },
    { ...ofAna, timestamp: at(3), device_reference: 'PHONE & 2' },
    { ...ofAna, timestamp: at(4), device_reference: 'PHONE & 2' },
    { ...ofAna, timestamp: at(5), group: 'Lisbon', device_reference: 'PHONE & 2' },
  ]
  await account.write((tx) => addRows(tx, 'gps', rows))
  const many = Array.from({ length: 2_400 }, (_, index) => ({
    group: 'London',
    device_reference: 'LONG',
    timestamp: new Date(at(0).getTime() + index * 1_000),
  }))
  await account.write(async (tx) => {
    for (let from = 0; from < many.length; from += 200) await addRows(tx, 'gps', many.slice(from, from + 200))
  })
})
afterAll(() => account?.close())

const ofPerson = {
  list: 'listDeviceUserPositions',
  params: { device_user_reference: 'ana.reis' },
  query: { sort: 'asc' },
}

/** Throws for a file that is not well-formed. */
const parsed = (text: string): Document =>
  new DOMParser({
    onError: (level, message) => {
      // It warns of U+FFFD, which stands for what XML cannot contain.
      if (level !== 'warning') throw new Error(`${level}: ${message}`)
    },
  }).parseFromString(text, 'text/xml')

const textsOf = (node: { getElementsByTagName: Document['getElementsByTagName'] }, name: string): (string | null)[] =>
  [...node.getElementsByTagName(name)].map(({ textContent }) => textContent)

describe('positions as GPX', () => {
  it('have a track for each device, with time, altitude and accuracy', async () => {
    const document = parsed(await exports.file(account.tokens.manager, { ...ofPerson, format: 'gpx' }))
    expect(document.documentElement?.namespaceURI).toBe('http://www.topografix.com/GPX/1/1')
    const tracks = [...document.getElementsByTagName('trk')]
    expect(tracks.map((track) => textsOf(track, 'name'))).toEqual([['PHONE-1'], ['PHONE & 2']])
    expect(tracks.map((track) => track.getElementsByTagName('trkpt').length)).toEqual([2, 3])
    const [first, second] = document.getElementsByTagName('trkpt')
    expect([first?.getAttribute('lat'), first?.getAttribute('lon')]).toEqual(['51.5', '-0.1'])
    expect(first && ['ele', 'time', 'cmt', 'src'].map((name) => textsOf(first, name)[0])).toEqual([
      '35.5',
      '2026-03-01T10:00:00.000Z',
      'accuracy 12 m',
      'fused',
    ])
    expect(second && textsOf(second, 'ele')).toEqual([])
    expect(second && textsOf(second, 'src')).toEqual([hostile.replace('\u0001', '\ufffd').replace('\ufffe', '\ufffd')])
  })

  it('say which positions are left out because they are not on the globe', async () => {
    const text = await exports.file(account.tokens.manager, { ...ofPerson, format: 'gpx' })
    expect(text).toContain('<!-- Not on the globe, left out: off- -the-globe of 2026-03-01T10:01:00.000Z -->')
    expect(text).not.toContain('lat="91"')
  })

  it('are one track, however many pages are read for them', async () => {
    const long = { list: 'listDevicePositions', params: { device_reference: 'LONG' }, query: { sort: 'asc' } }
    const document = parsed(await exports.file(account.tokens.manager, { ...long, format: 'gpx' }))
    expect(document.getElementsByTagName('trk')).toHaveLength(1)
    expect(textsOf(document, 'time')).toHaveLength(2_400)
    expect(textsOf(document, 'time')).toEqual(textsOf(document, 'time').toSorted())
  })

  it('of nothing are a file without tracks', async () => {
    const nothing = { ...ofPerson, query: { filter: { date_to: '2001-01-01' } }, format: 'gpx' }
    expect(parsed(await exports.file(account.tokens.manager, nothing)).getElementsByTagName('trk')).toHaveLength(0)
  })
})

describe('positions as KML', () => {
  it('have a placemark with its time for each, only of those that the person may see', async () => {
    const document = parsed(await exports.file(account.tokens.londoner, { ...ofPerson, format: 'kml' }))
    expect(document.documentElement?.namespaceURI).toBe('http://www.opengis.net/kml/2.2')
    expect(textsOf(document, 'coordinates')).toEqual([
      '-0.1,51.5,35.5',
      '179.999,-51.5',
      '-0.1278,51.5074',
      '-0.1278,51.5074',
    ])
    expect(textsOf(document, 'when')[0]).toBe('2026-03-01T10:00:00.000Z')
    expect(textsOf(document, 'name')).toEqual(['PHONE-1', 'PHONE-1', 'PHONE & 2', 'PHONE & 2'])
  })
})

it('files of tracks have their types and endings', async () => {
  const types = { gpx: 'application/gpx+xml', kml: 'application/vnd.google-earth.kml+xml' }
  for (const [format, type] of Object.entries(types)) {
    const { headers } = await exports.fetch(await exports.ask(account.tokens.manager, { ...ofPerson, format }))
    expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(headers.get('content-disposition')).toContain(`listDeviceUserPositions.${format}`)
  }
})

it('other lists have no tracks', async () => {
  const asked = await exports.ask(account.tokens.manager, { list: 'listDevices', format: 'gpx' })
  expect(asked).toMatchObject({ status: 400, code: 'request.invalid', errors: [{ path: '/body/format' }] })
})
