import type { CallInput, Carrier, Country, calls } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerList, type RequestContext } from '../../core/calls/index.ts'
import { countryOfCarrier } from './carrier-codes.ts'
import { countriesOfTheWorld } from './countries-of-the-world.ts'

type Filter = NonNullable<CallInput<typeof calls.listCountries>['query']['filter']>

/** `GET /countries`: all countries by name, those with carriers first. */
export const listCountries = async (ctx: RequestContext, { query }: CallInput<typeof calls.listCountries>) => {
  const countries = await countriesWithCarriers(ctx)
  const matching = (filter: Partial<Filter>) => countries.filter((country) => matches(country, filter))
  return answerList<Filter, Country, Country>(ctx, query, {
    list: 'countries',
    rows: async (filter, limit, position) =>
      matching(filter)
        .filter((country) => position === null || isAfter(country, position))
        .slice(0, limit),
    positionOf: (country) => placeOf(country),
    toItems: (rows) => rows,
    total: async (filter) => matching(filter).length,
  })
}

const countriesWithCarriers = async (ctx: RequestContext): Promise<Country[]> => {
  const carriers = Map.groupBy(await readCarriers(ctx), ({ carrier_code }) => countryOfCarrier(carrier_code))
  const countries = countriesOfTheWorld.map((country) => ({
    ...country,
    carriers: carriers.get(country.country_iso) ?? [],
  }))
  return countries.sort((one, other) => rankOf(one) - rankOf(other))
}

/** Of all accounts, the one that was seen last first. */
const readCarriers = (ctx: RequestContext): Promise<Carrier[]> =>
  ctx.platform.database.readAcrossClients(async (db) => {
    const { rows } = await sql<Carrier>`
      select carrier_code, (array_agg(carrier_name order by last_seen desc))[1] as carrier_name,
        min(first_seen) as first_seen, max(last_seen) as last_seen, array_agg(client order by client) as clients
      from carriers group by carrier_code order by max(last_seen) desc, carrier_code`.execute(db)
    return rows
  })

const rankOf = ({ carriers }: Country): number => (carriers.length > 0 ? 0 : 1)

const placeOf = (country: Country): [rank: number, name: string] => [rankOf(country), country.country_name]

const isAfter = (country: Country, [rank, name]: readonly (string | number | boolean | null)[]): boolean => {
  const [ownRank, ownName] = placeOf(country)
  if (ownRank !== Number(rank)) return ownRank > Number(rank)
  return ownName.localeCompare(String(name), 'en') > 0
}

const matches = (country: Country, { has_carriers, search }: Partial<Filter>): boolean =>
  (has_carriers === undefined || country.carriers.length > 0 === has_carriers) &&
  (search === undefined || textsOf(country).some((text) => text.toLowerCase().includes(search.toLowerCase())))

const textsOf = ({ country_name, country_iso, dialling_prefix, carriers }: Country): string[] => [
  country_name,
  country_iso,
  dialling_prefix,
  ...carriers.flatMap(({ carrier_name, carrier_code }) => [carrier_name, carrier_code]),
]
