import { expect, it } from 'vitest'
import { defaultView, type ListView, storedView, storeView } from './list-view.ts'

const memory = (start: string | null = null) => {
  let text = start
  return {
    getItem: () => text,
    setItem: (_key: string, value: string) => {
      text = value
    },
  }
}
const chosen: ListView = { density: 'compact', columns: { group: false, changed: true }, isWide: true }

it('each person has a view of their own for each list', () => {
  const storage = memory()
  storeView(storage, 'acme ruth', 'page.calls', chosen)
  storeView(storage, 'acme ruth', 'page.photos', { ...chosen, isWide: null })
  expect(storedView(storage, 'acme ruth', 'page.calls')).toEqual(chosen)
  expect(storedView(storage, 'acme ruth', 'page.photos').isWide).toBeNull()
  expect(storedView(storage, 'acme ruth', 'page.videos')).toEqual(defaultView)
  expect(storedView(storage, 'acme otto', 'page.calls')).toEqual(defaultView)
})

it.each([
  'no JSON',
  'null',
  '[]',
  '{"acme ruth":7}',
  '{"acme ruth":{"page.calls":[]}}',
  '{"acme ruth":{"page.calls":{"density":"huge","columns":{"a":"b"},"isWide":"yes"}}}',
])('what cannot be read is the default: %s', (text) => {
  expect(storedView(memory(text), 'acme ruth', 'page.calls')).toEqual(defaultView)
})

it('a name of an object prototype is a name like any other', () => {
  expect(storedView(memory('{}'), '__proto__', 'constructor')).toEqual(defaultView)
})
