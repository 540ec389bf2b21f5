import { parse, stringify } from 'qs'

/** Keys stay readable: what would end them is encoded, their brackets are not. */
const encodedKey = (key: string): string => key.replaceAll('%5B', '[').replaceAll('%5D', ']')

/** Writes a query in the notation of the calls (rules-and-calls section 7): `filter[payload_types][0]=Call`. Empty values are left out. */
export const queryText = (query: object): string =>
  stringify(query, {
    skipNulls: true,
    filter: (_, value) => (value === '' ? undefined : value),
    encoder: (value, encode, _charset, type) => (type === 'key' ? encodedKey(encode(value)) : encode(value)),
  })

/** Reads such a query; every value is a text. Keys of prototypes are left out. */
export const parseQuery = (text: string): Record<string, unknown> =>
  parse(text, { ignoreQueryPrefix: true, depth: 5, parameterLimit: 500, arrayLimit: 100 })
