import { ProductError } from '@holdfast/contract'
import type { Keys } from '../keys/index.ts'

/** Where a list continues: the sort values of the last row returned. */
export type Position = readonly (string | number | boolean | null)[]

/** What a `last_key` is valid for: one list of one account with one filter. */
export interface ListIdentity {
  list: string
  client: string
  filter: unknown
}

const purpose = 'last_key'
const macLength = 43

const scopeOf = ({ list, client, filter }: ListIdentity): string => JSON.stringify([list, client, filter ?? null])

/** An opaque, signed `last_key`. One of another account or list, or an edited one, is refused. */
export const signPosition = (keys: Keys, identity: ListIdentity, position: Position): string => {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return text + Buffer.from(keys.mac(purpose, `${scopeOf(identity)}\n${text}`)).toString('base64url')
}

/** @throws ProductError `list.bad_last_key` */
export const readPosition = (keys: Keys, identity: ListIdentity, lastKey: string): Position => {
  const text = lastKey.slice(0, -macLength)
  const mac = Buffer.from(lastKey.slice(-macLength), 'base64url')
  if (!keys.verifyMac(purpose, `${scopeOf(identity)}\n${text}`, mac)) throw new ProductError('list.bad_last_key')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Position
}
