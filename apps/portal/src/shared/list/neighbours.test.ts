import { beforeEach, expect, it, vi } from 'vitest'
import { keepRows, type ListReader, listOpenedFrom, neighboursOf, type RowsAfter, readOn } from './neighbours.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, address: `/calls/${index}` }))
/** Answers with rows up to this one. */
const readerUpTo = (count: number, hasMore: boolean, isKept = true): ListReader => ({
  isKept: () => isKept,
  readNext: async () => ({ rows: rows(count), hasMore, after: null }),
})
const unread = readerUpTo(0, false, false)
const list = { entry: 'entry', path: '/dashboard/reviews', hasMore: false, after: null }
const person = 'meridian ruth.castellan'
const noReload = () => Promise.reject(new Error('the page was not loaded again'))
const after = {
  by: person,
  call: 'client /payloads',
  params: null,
  filter: {},
  sort: undefined,
  pageRows: undefined,
  lastKey: 'after row 4',
}

it('a row knows the list that it was opened from, its place and its neighbours', () => {
  keepRows({ ...list, rows: rows(3) }, '/calls/1', unread)
  expect(listOpenedFrom('/calls/1')).toEqual({ path: '/dashboard/reviews', place: 2, count: 3, hasMore: false })
  expect(neighboursOf('/calls/1', person)).toEqual({ previous: '/calls/0', next: '/calls/2', goesOn: false })
  expect(listOpenedFrom('/calls/3')).toBeNull()
})

it('a recording that waits in two queues is one step, and the list goes on after it', async () => {
  const [first, second, third, fourth] = rows(4)
  const again = (row: typeof first) => ({ key: `${row?.key} again`, address: `${row?.address}` })
  const twice = [first, second, again(first), third, again(second)].filter((row) => row !== undefined)
  const all = [...twice, again(third), fourth].filter((row) => row !== undefined)
  const readNext = async () => ({ rows: all, hasMore: false, after: null })
  keepRows({ ...list, hasMore: true, total: 7, rows: twice }, '/calls/0', { isKept: () => true, readNext })
  expect(neighboursOf('/calls/0', person).next).toBe('/calls/1')
  expect(neighboursOf('/calls/1', person)).toMatchObject({ previous: '/calls/0', next: '/calls/2' })
  expect(listOpenedFrom('/calls/2')).toMatchObject({ place: 3, count: 5 })
  expect(await readOn(noReload)).toEqual({ next: '/calls/3', hasMore: false })
  expect(neighboursOf('/calls/3', person)).toMatchObject({ previous: '/calls/2', next: undefined })
})

it('a list that was read in part has the total that it was counted to have', () => {
  keepRows({ ...list, hasMore: true, total: 709, rows: rows(50) }, '/calls/11', unread)
  expect(listOpenedFrom('/calls/11')).toMatchObject({ place: 12, count: 709, hasMore: false })
})

it('places are those of the whole list, of which only the rows around the opened one are kept', () => {
  keepRows({ ...list, hasMore: true, rows: rows(5_000) }, '/calls/4000', unread)
  expect(listOpenedFrom('/calls/4000')).toMatchObject({ place: 4_001, count: 5_000, hasMore: true })
  expect(listOpenedFrom('/calls/10')).toBeNull()
})

it('after the last row that was loaded, the list is read on, and places stay those of the whole list', async () => {
  keepRows({ ...list, hasMore: true, total: 120, rows: rows(50) }, '/calls/11', readerUpTo(100, true))
  expect(neighboursOf('/calls/48', person)).toMatchObject({ next: '/calls/49', goesOn: false })
  expect(neighboursOf('/calls/49', person)).toEqual({ previous: '/calls/48', next: undefined, goesOn: true })
  expect(await readOn(noReload)).toEqual({ next: '/calls/50', hasMore: true })
  expect(neighboursOf('/calls/49', person)).toMatchObject({ next: '/calls/50', goesOn: false })
  expect(listOpenedFrom('/calls/50')).toMatchObject({ place: 51, count: 120, hasMore: false })
  expect(neighboursOf('/calls/99', person).goesOn).toBe(true)
})

it('rows that came to the list or left it meanwhile are neither repeated nor put at its end', async () => {
  const [first, second, ...others] = rows(8)
  const read = [{ key: 'new', address: '/calls/new' }, second, ...others.filter(({ key }) => key !== '4')]
  const readNext = async () => ({ rows: read.filter((row) => row !== undefined), hasMore: false, after: null })
  keepRows({ ...list, hasMore: true, rows: rows(5) }, `${first?.address}`, { isKept: () => true, readNext })
  expect(await readOn(noReload)).toEqual({ next: '/calls/5', hasMore: false })
  expect(neighboursOf('/calls/4', person)).toMatchObject({ previous: '/calls/3', next: '/calls/5' })
  expect(neighboursOf('/calls/7', person)).toEqual({ previous: '/calls/6', next: undefined, goesOn: false })
})

it('a list whose next page has no rows, or which is not kept any more, ends with its last row', async () => {
  keepRows({ ...list, hasMore: true, rows: rows(5) }, '/calls/4', readerUpTo(5, false))
  expect(await readOn(noReload)).toEqual({ next: undefined, hasMore: false })
  expect(neighboursOf('/calls/4', person).goesOn).toBe(false)
  expect(listOpenedFrom('/calls/4')).toMatchObject({ place: 5, count: 5, hasMore: false })
  keepRows({ ...list, hasMore: true, rows: rows(5) }, '/calls/4', unread)
  expect(neighboursOf('/calls/4', person).goesOn).toBe(false)
})

it('what could not be read can be read again', async () => {
  const readNext = vi.fn(readerUpTo(10, false).readNext).mockRejectedValueOnce(new Error('away'))
  keepRows({ ...list, hasMore: true, rows: rows(5) }, '/calls/4', { isKept: () => true, readNext })
  await expect(readOn(noReload)).rejects.toThrow('away')
  expect(neighboursOf('/calls/4', person).goesOn).toBe(true)
  expect(await readOn(noReload)).toEqual({ next: '/calls/5', hasMore: false })
})

it('rows of a list that is no longer the one that somebody opened a row from are not stored', async () => {
  keepRows({ ...list, hasMore: true, rows: rows(5) }, '/calls/4', readerUpTo(10, false))
  const reading = readOn(noReload)
  keepRows({ ...list, path: '/dashboard/calls', rows: rows(5) }, '/calls/4', unread)
  expect(await reading).toEqual({ next: undefined, hasMore: false })
  expect(neighboursOf('/calls/4', person).next).toBeUndefined()
})

it('however far somebody goes on, no more rows than fit are kept', async () => {
  keepRows({ ...list, hasMore: true, rows: rows(2_000) }, '/calls/1000', readerUpTo(2_050, true))
  await readOn(noReload)
  expect(listOpenedFrom('/calls/2049')).toMatchObject({ place: 2_050, count: 2_050, hasMore: true })
  expect(listOpenedFrom('/calls/49')).toBeNull()
})

it('after a reload, the rows after the stored ones are asked for, for the same person alone', async () => {
  keepRows({ ...list, hasMore: true, total: 9, rows: rows(5), after }, '/calls/4', unread)
  expect(neighboursOf('/calls/4', 'meridian olivia.hart').goesOn).toBe(false)
  expect(neighboursOf('/calls/4', person).goesOn).toBe(true)
  const pages = [
    { rows: rows(7).slice(5), hasMore: true, after: { ...after, lastKey: 'after row 6' } },
    { rows: rows(9).slice(7), hasMore: false, after: null },
  ]
  const asked: string[] = []
  const readAfter = async (path: string, { lastKey }: RowsAfter) => {
    asked.push(`${path} ${lastKey}`)
    const page = pages.shift()
    if (!page) throw new Error('the list has ended')
    return page
  }
  expect(await readOn(readAfter)).toEqual({ next: '/calls/5', hasMore: true })
  expect(listOpenedFrom('/calls/5')).toMatchObject({ place: 6, count: 9 })
  expect(neighboursOf('/calls/6', person)).toEqual({ previous: '/calls/5', next: undefined, goesOn: true })
  expect(await readOn(readAfter)).toEqual({ next: '/calls/7', hasMore: false })
  expect(neighboursOf('/calls/8', person).goesOn).toBe(false)
  expect(asked).toEqual(['/dashboard/reviews after row 4', '/dashboard/reviews after row 6'])
})

it('no rows are left out after a reload when only the rows around the opened one are stored', () => {
  keepRows({ ...list, hasMore: true, rows: rows(5_000), after }, '/calls/10', unread)
  expect(neighboursOf('/calls/1999', person).goesOn).toBe(false)
})
