import {
  type CallDeclaration,
  type CallName,
  calls,
  concernsNoGroup,
  fullPath,
  type ListTotal,
} from '@holdfast/contract'
import type { TArray, TObject, TProperties, TUnion } from 'typebox'
import { queryText } from '../../apps/portal/src/shared/api/query-text.ts'
import { customer, type FilledServer } from './filled-lists.ts'

export type Item = Readonly<Record<string, unknown>>
export type Filter = Readonly<Record<string, unknown>>

/** A call whose response is a list: a page, or a total. */
export interface ListCall {
  readonly name: CallName
  readonly call: CallDeclaration
  /** The schemas of an item's fields. */
  readonly fields: TProperties
  /** The schemas of the filters. */
  readonly filters: TProperties
  /** Parameters of the path besides `{client}`. */
  readonly parameters: readonly string[]
  /** The field with the group of an item, if groups limit what one sees of the list. */
  readonly groupField: string | null
}

const groupFieldOf = ({ action, catalogue, path }: CallDeclaration, fields: TProperties): string | null => {
  const isLimited = action !== 'signed_in' && action !== 'public' && action !== 'device' && !concernsNoGroup(action)
  if (!isLimited || catalogue === 'admin-internal') return null
  if (path === '/groups') return 'group_reference'
  return 'group' in fields ? 'group' : null
}

/** They have a total, but are more than a list. */
const notLists: readonly string[] = ['getConversation', 'getPayloadAudit'] satisfies CallName[]

/** Every list of the call table. */
export const listCalls: readonly ListCall[] = Object.entries(calls as Record<string, CallDeclaration>).flatMap(
  ([name, call]) => {
    const [page, total] = (call.response as Partial<TUnion<TObject[]>> | undefined)?.anyOf ?? []
    if (!page || !total || !('total' in total.properties) || notLists.includes(name)) return []
    const { properties: fields } = (page.properties.items as TArray<TObject>).items
    const { properties: filters = {} } = (call.query?.properties.filter ?? {}) as Partial<TObject>
    const parameters = [...call.path.matchAll(/\{(\w+)\}/g)].flatMap(([, one = '']) => (one === 'client' ? [] : [one]))
    return [{ name: name as CallName, call, fields, filters, parameters, groupField: groupFieldOf(call, fields) }]
  },
)

interface Page {
  items: Item[]
  count: number
  last_key: string | null
}
type Reader = 'everything' | 'oneGroup' | 'elsewhere'

/** Reads one list, at the address of one account, device or person. */
export class ListReader {
  readonly list: ListCall
  readonly #filled: FilledServer
  readonly #params: Readonly<Record<string, string>>
  readonly #reader: Reader
  /** What the list is always asked for. */
  readonly #base: Filter

  constructor(
    filled: FilledServer,
    list: ListCall,
    params: Readonly<Record<string, string>>,
    base: Filter,
    reader: Reader = 'everything',
  ) {
    this.#filled = filled
    this.list = list
    this.#params = params
    this.#base = base
    this.#reader = reader
  }

  as(reader: Reader, client = customer): ListReader {
    return new ListReader(this.#filled, this.list, { ...this.#params, client }, this.#base, reader)
  }

  response(query: { filter?: Filter } & Record<string, unknown>): Promise<Response> {
    const { server, tokens } = this.#filled
    const { call } = this.list
    const path = fullPath(call).replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(this.#params[name] ?? customer),
    )
    const text = queryText({ ...query, filter: { ...this.#base, ...query.filter } })
    return call.catalogue === 'admin-internal'
      ? server.call('GET', `${path}?${text}`, { token: tokens.staff, origin: server.originOf('admin') })
      : server.call('GET', `${path}?${text}`, { token: tokens[this.#reader] })
  }

  /** The items of all pages. Throws when the count of a page is wrong. */
  async all(filter: Filter = {}, limit = 100): Promise<Item[]> {
    const items: Item[] = []
    for (let last_key: string | null | undefined; last_key !== null; ) {
      const page: Page = await this.read<Page>({ filter, limit, last_key })
      if (page.count !== page.items.length || page.count > limit)
        throw new Error(`${page.count} of ${page.items.length}`)
      items.push(...page.items)
      last_key = page.last_key
    }
    return items
  }

  total(filter: Filter = {}): Promise<ListTotal> {
    return this.read({ filter, query_result_type: 'total' })
  }

  async read<T>(query: { filter?: Filter } & Record<string, unknown>): Promise<T> {
    const response = await this.response(query)
    if (!response.ok)
      throw new Error(`${this.list.name} ${queryText(query)}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}
