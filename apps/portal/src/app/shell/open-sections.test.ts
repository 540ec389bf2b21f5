import { expect, test } from 'vitest'
import { storedSections, storeSection } from './open-sections.ts'

const storageWith = (text: string | null) => {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
  }
}

test('each person’s choices are kept apart', () => {
  const storage = storageWith(null)
  storeSection(storage, 'meridian olivia', 'devices', true)
  storeSection(storage, 'meridian olivia', 'services', false)
  storeSection(storage, 'meridian ruth', 'devices', false)
  expect(storedSections(storage, 'meridian olivia')).toEqual({ devices: true, services: false })
  expect(storedSections(storage, 'meridian ruth')).toEqual({ devices: false })
  expect(storedSections(storage, 'meridian amir')).toEqual({})
})

test.each(['{', '[]', '1', '{"ruth":7}', '{"ruth":{"devices":"yes","former":true}}'])(
  '%s counts as no choice',
  (text) => {
    expect(storedSections(storageWith(text), 'ruth')).toEqual({})
  },
)
