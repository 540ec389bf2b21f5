import { limits, type PayloadMeta, type PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { preparedStatement, type Statement, storedJson } from '../../../platform/database/index.ts'

/** An outside party of recordings in a group, of a type. `name` is '' for the number itself. */
interface Party {
  group: string
  payload_type: PayloadType
  number: string
  name: string
}

/** The numbers of a recording, and the names that the handset gave them. */
export const partiesOf = (payload: {
  group: string
  payload_type: PayloadType
  numbers: readonly (string | null)[]
  meta: object
}): Party[] => {
  const { group, payload_type, meta } = payload
  const numbers = new Set(
    [...new Set(payload.numbers.filter((number) => number !== null))].slice(0, limits.maxFoundParties),
  )
  const { second_parties = [], message_parties = [] } = meta as PayloadMeta
  const named = [...second_parties, ...message_parties].flatMap(({ phone_number: number, name }) => {
    const shortened = [...(name ?? '').trim()].slice(0, limits.maxPartyNameCharacters).join('')
    const isNamed = number !== null && numbers.has(number) && shortened !== '' && shortened !== number
    return isNamed ? [{ number, name: shortened }] : []
  })
  return [...[...numbers].map((number) => ({ number, name: '' })), ...named.slice(0, limits.maxFoundParties)].map(
    (party) => ({ group, payload_type, ...party }),
  )
}

const insertParties = preparedStatement(
  'insert parties',
  (_, { client, rows }: { client: string; rows: string }) => sql`with added as (
      insert into parties (client, "group", payload_type, number, name)
      select ${client}::text, "group", payload_type, number, name from json_populate_recordset(null::parties, ${rows}::json)
      on conflict do nothing returning client, "group", payload_type, number, name)
    insert into party_parts (client, "group", payload_type, part, number, name)
    select client, "group", payload_type, part, number, name
    from added cross join lateral app.parts_of_party(number, name) part on conflict do nothing`,
)

/** Adds those parties, and the parts by which they are found, that are not there yet. */
export const partiesStatement = (client: string, parties: readonly Party[]): Statement => {
  const byKey = new Map(
    parties.map((party) => [JSON.stringify([party.group, party.payload_type, party.number, party.name]), party]),
  )
  // Sorted, so that two batches cannot deadlock.
  const rows = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, party]) => party)
  return insertParties({ client, rows: storedJson(rows) })
}
