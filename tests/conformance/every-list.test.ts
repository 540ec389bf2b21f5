import { type CallName, errors, type ListTotal } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledServer, oneGroup, otherCustomer, startFilledServer } from './filled-lists.ts'
import { filterCases } from './filter-cases.ts'
import { type Filter, type Item, type ListCall, ListReader, listCalls } from './list-calls.ts'

/** Tests every list of the call table on an account that has rows for it. A new list is included, and needs two rows. */

/** The trails grow with each call, so only entries of the history are read. */
const ofHistory = { date_to: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) }
const bases: Partial<Record<CallName, Filter>> = {
  listActivities: ofHistory,
  listDeviceActivities: ofHistory,
  listContentAccess: { people: ['amir.khan', 'helen.ward'] },
}

/** Lists that groups do not limit row by row. */
const notByGroup: Partial<Record<CallName, string>> = {
  listOwnReviews: 'has what is assigned to the caller',
  listReviewItems: 'the caller manages all of a queue or none',
}

/** Filters for which the items of lists have no value. */
const untested: Readonly<Record<string, string>> = {
  text: 'needs the word index (word-search.integration.test.ts)',
  subjects: 'kinds with references (list-activities.integration.test.ts)',
  payload_reference: 'takes the place of groups and people (list-content-access.integration.test.ts)',
}

/** Lists whose items summarize what the filter leaves, and whose order follows from it: what identifies an item. */
const summaries: Partial<Record<CallName, readonly string[]>> = {
  listConversations: ['device_reference', 'thread_id'],
  listReviewFigures: ['reviewed_by', 'payload_type', 'disposition'],
  listStatistics: ['client', 'service'],
}

/** Lists that tell people who see a part of them less about the same items: the field that identifies an item. */
const tellingLess: Partial<Record<CallName, readonly string[]>> = { listActivities: ['log_id'] }

const textOf = (item: Item, keys?: readonly string[]): string => JSON.stringify(keys?.map((key) => item[key]) ?? item)

let filled: FilledServer
const read = new Map<ListCall, { reader: ListReader; items: readonly Item[] }>()
const everyItem = () => [...read.values()].flatMap(({ items }) => items)

beforeAll(async () => {
  filled = await startFilledServer()
  // Lists without parameters come first: their items have the values of parameters.
  for (const list of listCalls.toSorted((one, other) => one.parameters.length - other.parameters.length)) {
    const reader = await readerOf(list)
    if (reader) read.set(list, { reader, items: await reader.all() })
  }
})
afterAll(() => filled?.server.stop())

const isByGroup = ({ name, groupField }: ListCall): boolean => groupField !== null && !(name in notByGroup)

/** At the first address with several items, of which people of one group see some. */
const readerOf = async (list: ListCall): Promise<ListReader | undefined> => {
  const readers = addressesOf(list).map((params) => new ListReader(filled, list, params, bases[list.name] ?? {}))
  for (const reader of readers) {
    if ((await reader.total()).total < 2) continue
    if (!isByGroup(list)) return reader
    const response = await reader.as('oneGroup').response({ query_result_type: 'total' })
    if (response.ok && ((await response.json()) as ListTotal).total > 0) return reader
  }
  return undefined
}

/** The values of the path's parameters that their schema lists, or that items of other lists have. */
const addressesOf = ({ parameters, call }: ListCall): Record<string, string>[] => {
  const [name, ...others] = parameters
  if (name === undefined) return [{}]
  const { enum: values } = (call.params?.properties[name] ?? {}) as { enum?: string[] }
  if (values) return values.map((value) => ({ [name]: value }))
  const found = everyItem().map((item) => [name, ...others].map((one) => [one, item[one]]))
  const texts = found.filter((params) => params.every(([, value]) => typeof value === 'string'))
  return [...new Set(texts.map((params) => JSON.stringify(params)))].map((params) =>
    Object.fromEntries(JSON.parse(params)),
  )
}

const of = (list: ListCall) => {
  const found = read.get(list)
  if (!found) throw new Error(`${list.name} has no two rows: filled-lists.ts has to add them`)
  return { ...found, cases: filterCases(list, found.items, everyItem()).filter(({ name }) => !(name in untested)) }
}

const table = listCalls.map((list) => [list.name, list] as const)

describe.each(table)('%s', (name, list) => {
  it('has the same items on small pages as on large ones, and as many as its total', async () => {
    const { reader, items } = of(list)
    expect(await reader.all({}, Math.ceil(items.length / 20))).toEqual(items)
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length)
    expect(await reader.total()).toEqual({ total: items.length })
  })

  it('has with each filter only its items that have the value', async () => {
    const { reader, items, cases } = of(list)
    const inOrder = (some: string[]) => (summaries[name] ? some.sort() : some)
    const identities = (some: readonly Item[]) => inOrder(some.map((item) => textOf(item, summaries[name])))
    expect(new Set([...cases.map((one) => one.name), ...Object.keys(untested)])).toEqual(
      new Set([...Object.keys(list.filters), ...Object.keys(untested)]),
    )
    for (const { name: filter, value, isMet } of cases) {
      const found = await reader.all({ [filter]: value })
      const asked = { filter, value }
      expect({ ...asked, ...(await reader.total({ [filter]: value })) }).toEqual({ ...asked, total: found.length })
      if (isMet) expect({ ...asked, wrong: found.filter((item) => !isMet(item)) }).toEqual({ ...asked, wrong: [] })
      // What a filter leaves out by default is not among the items.
      if (list.filters[filter] && 'default' in list.filters[filter]) continue
      const foundTexts = new Set(identities(found))
      const expected = items.filter(isMet ?? ((item) => foundTexts.has(textOf(item, summaries[name]))))
      expect({ ...asked, found: identities(found) }).toEqual({ ...asked, found: identities(expected) })
    }
  })

  it('refuses what its query does not allow', async () => {
    const { reader, cases } = of(list)
    const refused = async (query: Parameters<ListReader['response']>[0]) => {
      const { status } = await reader.response(query)
      expect({ query, status }).toEqual({ query, status: 400 })
    }
    for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 'all' }, { query_result_type: 'all' }])
      await refused(query)
    await refused({ filter: { not_a_filter: 1 } })
    for (const { name: filter, value } of cases) {
      await refused({ filter: { [filter]: { of: 'another type' } } })
      const { maxItems } = list.filters[filter] as { maxItems?: number }
      await refused({ filter: { [filter]: maxItems ? ['\u0000'] : '\u0000' } })
      // More references than 100 do not fit into an address.
      if (maxItems && maxItems <= 100)
        await refused({ filter: { [filter]: Array(maxItems + 1).fill([value].flat()[0]) } })
    }
  })

  it('continues only where a page of the same list ended', async () => {
    const { reader, cases } = of(list)
    const { last_key: key } = await reader.read<{ last_key: string }>({ limit: 1 })
    const isRefused = async (by: ListReader, query: Parameters<ListReader['response']>[0]) => {
      const response = await by.response(query)
      expect({ query, status: response.status, ...((await response.json()) as object) }).toMatchObject({
        query,
        status: errors['list.bad_last_key'][0],
        code: 'list.bad_last_key',
      })
    }
    await isRefused(reader, { last_key: key.slice(1) })
    await isRefused(reader, { last_key: `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}` })
    const [other] = listCalls.filter((one) => one !== list)
    const ofOther = other && (await of(other).reader.read<{ last_key: string }>({ limit: 1 }))
    await isRefused(reader, { last_key: ofOther?.last_key })
    const [filter] = cases
    if (filter) await isRefused(reader, { last_key: key, filter: { [filter.name]: filter.value } })
    if (list.parameters.length === 0 && list.call.catalogue !== 'admin-internal') {
      await isRefused(reader.as('elsewhere', otherCustomer), { last_key: key })
    }
  })

  if (isByGroup(list)) {
    it('has for people of one group its items of that group', async () => {
      const { reader, items } = of(list)
      const ofGroup = items.filter((item) => item[list.groupField ?? ''] === oneGroup)
      const texts = (some: readonly Item[]) => some.map((item) => textOf(item, tellingLess[name]))
      expect(texts(await reader.as('oneGroup').all())).toEqual(texts(ofGroup))
      expect(await reader.as('oneGroup').total()).toEqual({ total: ofGroup.length })
    })
  }
})
