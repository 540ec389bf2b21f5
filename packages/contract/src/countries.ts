import { type Static, Type } from 'typebox'
import { ClientIdentifier, CountryCode, DiallingPrefix } from './fields.ts'
import { Timestamp } from './times.ts'

export const Carrier = Type.Object(
  {
    carrier_name: Type.String(),
    carrier_code: Type.String(),
    first_seen: Timestamp,
    last_seen: Timestamp,
    clients: Type.Array(ClientIdentifier),
  },
  { title: 'Carrier', description: 'A carrier that devices reported.' },
)
export type Carrier = Static<typeof Carrier>

export const Country = Type.Object(
  {
    country_name: Type.String(),
    country_code: CountryCode,
    carriers: Type.Array(Carrier),
    dialling_prefix: DiallingPrefix,
  },
  { title: 'Country', description: 'A country and the carriers seen in it.' },
)
export type Country = Static<typeof Country>
