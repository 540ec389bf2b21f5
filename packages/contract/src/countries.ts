/** Countries, with the carriers that handsets reported in them. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ClientIdentifier, CountryCode, DiallingPrefix, text } from './fields.ts'
import { listOf, listQuery } from './pages.ts'
import { Timestamp } from './times.ts'

export const Carrier = Type.Object(
  {
    carrier_name: Type.String(),
    carrier_code: Type.String({ description: 'Mobile country code and mobile network code: 23415' }),
    first_seen: Timestamp,
    last_seen: { ...Timestamp, description: 'Within an hour: the latest report may be an hour later' },
    clients: Type.Array(ClientIdentifier, { description: 'The accounts whose handsets reported it' }),
  },
  { title: 'Carrier', description: 'A carrier that handsets reported.' },
)
export type Carrier = Static<typeof Carrier>

export const Country = Type.Object(
  {
    country_name: Type.String({ description: 'In English' }),
    country_code: {
      ...CountryCode,
      description: "The first one or two digits of the country's calling code, which dialling_prefix has whole",
    },
    country_iso: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' }),
    carriers: Type.Array(Carrier),
    dialling_prefix: DiallingPrefix,
  },
  { title: 'Country', description: 'A country and the carriers seen in it.' },
)
export type Country = Static<typeof Country>

export const listCountries = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/countries',
  summary: 'Lists all countries with the carriers that handsets reported; countries with carriers come first.',
  action: 'internal:carriers',
  query: listQuery({
    has_carriers: Type.Optional(Type.Boolean()),
    search: Type.Optional({ ...text(255, 1), description: 'Part of a country, a dialling prefix or a carrier' }),
  }),
  response: listOf(Country),
  errors: ['list.bad_last_key'],
})

export const countryCalls = { listCountries }
