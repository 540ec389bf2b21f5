import { expect, it, test } from 'vitest'
import { carrierCodeOf, carrierCodeOfImsi, countryOfCarrier, listedName } from './carrier-codes.ts'
import { countriesOfTheWorld } from './countries-of-the-world.ts'
import { carriersOfRecording, carriersOfTelemetry } from './reported-carriers.ts'

it.each([
  ['23415', '23415'],
  [' 234-15 ', '23415'],
  ['310260', '310260'],
  ['23499', '23499'],
  ['99815', null],
  ['2341', null],
  ['Vodafone', null],
  ['', null],
  [null, null],
])('the code of %j is %j', (reported, code) => {
  expect(carrierCodeOf(reported)).toBe(code)
})

it.each([
  ['234150999999999', '23415'],
  ['310260123456789', '310260'],
  ['724050123456789', '72405'],
  ['998990123456789', null],
  ['23415', null],
  ['not an imsi', null],
])('the IMSI %s is of the carrier %j', (imsi, code) => {
  expect(carrierCodeOfImsi(imsi)).toBe(code)
})

it.each([
  ['23415', 'GB'],
  ['26801', 'PT'],
  ['72405', 'BR'],
  ['310260', 'US'],
  ['23499', 'GB'],
  ['90101', null],
])('the carrier %s is of the country %j', (code, country) => {
  expect(countryOfCarrier(code)).toBe(country)
})

test('listed carriers have their listed name, others the reported one, or their code', () => {
  const named = (carrier_code: string, carrier_name?: string) =>
    carriersOfTelemetry({ sims: [{ slot_index: 0, carrier_code, carrier_name }] } as never)
  expect(named('23415', 'voda UK')).toEqual([{ carrier_code: '23415', carrier_name: listedName('23415') }])
  expect(named('23499', ' Thames Mobile ')).toEqual([{ carrier_code: '23499', carrier_name: 'Thames Mobile' }])
  expect(named('23499', 'x'.repeat(1000))[0]?.carrier_name).toHaveLength(80)
  expect(named('23499')).toEqual([{ carrier_code: '23499', carrier_name: '23499' }])
  expect(named('Vodafone', 'Vodafone')).toEqual([])
})

test('a recording names the carrier of its metadata and that of its SIM', () => {
  const meta = { carrier: { carrier_code: '26899', carrier_name: 'Rede Tejo' }, imsi: '234150999999999' }
  expect(carriersOfRecording(meta).map(({ carrier_code }) => carrier_code)).toEqual(['26899', '23415'])
  expect(carriersOfRecording({})).toEqual([])
})

test('each country has a name, a code from 1 to 99 and a dialling prefix', () => {
  const of = (iso: string) => countriesOfTheWorld.find(({ country_iso }) => country_iso === iso)
  expect(countriesOfTheWorld.length).toBeGreaterThan(240)
  expect(new Set(countriesOfTheWorld.map(({ country_name }) => country_name)).size).toBe(countriesOfTheWorld.length)
  expect(countriesOfTheWorld.filter(({ country_code }) => !(country_code >= 1 && country_code <= 99))).toEqual([])
  expect(countriesOfTheWorld.filter(({ dialling_prefix }) => !/^\+[1-9][0-9]{0,6}$/.test(dialling_prefix))).toEqual([])
  expect(of('BR')).toMatchObject({ country_name: 'Brazil', country_code: 55, dialling_prefix: '+55' })
  expect(of('PT')).toMatchObject({ country_name: 'Portugal', country_code: 35, dialling_prefix: '+351' })
  expect(of('BS')).toMatchObject({ country_name: 'Bahamas', country_code: 1, dialling_prefix: '+1242' })
})
