/** Where a simulated person works: time zone, carrier, phone numbers and positions. The phone numbers are fictitious. */
export interface City {
  timezone: string
  carrier: { carrier_name: string; carrier_code: string; country_code: string }
  /** A phone number that ends with the last of these digits. */
  numberOf: (digits: string) => string
  /** Points of a walking route: latitude and longitude, in degrees. */
  route: readonly [readonly [number, number], ...(readonly [number, number])[]]
  photographs: string
  language: string
}

export const cities = {
  london: {
    timezone: 'Europe/London',
    carrier: { carrier_name: 'Thames Mobile', carrier_code: '23499', country_code: 'GB' },
    // Ofcom reserves 07700 900000 to 900999 for fiction.
    numberOf: (digits) => `+447700900${digits.slice(-3)}`,
    route: [
      [51.5136, -0.0886],
      [51.5117, -0.0866],
      [51.5101, -0.0868],
      [51.5079, -0.0877],
      [51.5055, -0.0869],
      [51.5045, -0.0865],
    ],
    photographs: 'london',
    language: 'en',
  },
  'sao-paulo': {
    timezone: 'America/Sao_Paulo',
    carrier: { carrier_name: 'Ipiranga Celular', carrier_code: '72499', country_code: 'BR' },
    numberOf: (digits) => `+551190000${digits.slice(-4)}`,
    route: [
      [-23.5614, -46.6559],
      [-23.5632, -46.6538],
      [-23.5651, -46.6513],
      [-23.5667, -46.6492],
      [-23.5686, -46.6474],
    ],
    photographs: 'sao-paulo',
    language: 'pt',
  },
  lisbon: {
    timezone: 'Europe/Lisbon',
    carrier: { carrier_name: 'Rede Tejo', carrier_code: '26899', country_code: 'PT' },
    numberOf: (digits) => `+35191000${digits.slice(-4)}`,
    route: [
      [38.7223, -9.1393],
      [38.7196, -9.1406],
      [38.7169, -9.1399],
      [38.7139, -9.1394],
      [38.7106, -9.1399],
      [38.7077, -9.1366],
    ],
    photographs: 'lisbon',
    language: 'pt',
  },
} as const satisfies Record<string, City>

export type CityName = keyof typeof cities

export const isCityName = (name: unknown): name is CityName => typeof name === 'string' && Object.hasOwn(cities, name)
