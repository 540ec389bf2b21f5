import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GroupList, groupList, listOf, rememberedOf } from '../src/group-list.ts'
import { finish } from '../src/steps.ts'
import { randomGroup } from './random-roles.ts'

test('each group keeps its tags, and each different tag is there once', () => {
  fc.assert(
    fc.property(fc.array(randomGroup, { maxLength: 8 }), (groups) => {
      const list = finish(GroupList.of(groups))
      const texts = list.tags.map((tag) => JSON.stringify(tag))
      expect(new Set(texts).size).toBe(texts.length)
      for (const [place, group] of groups.entries()) {
        const numbers = list.tagNumbers.slice(list.begins[place], list.begins[place + 1])
        expect([...numbers].map((number) => list.tags[number])).toEqual(group.tags)
      }
    }),
  )
})

test('a list is apart from what it was made of, and never changes', () => {
  const tags = [{ tag_key: 'region', tag_value: 'EU' }]
  const groups = [{ group_reference: 'Sales', tags }]
  const list = groupList(groups)
  tags.pop()
  groups.pop()
  expect(list).toEqual([{ group_reference: 'Sales', tags: [{ tag_key: 'region', tag_value: 'EU' }] }])
  expect([list, list[0], list[0]?.tags].every(Object.isFrozen)).toBe(true)
})

test('answers are remembered of lists only, and the oldest forgotten', () => {
  const groups = [{ group_reference: 'Sales', tags: [] }]
  const list = groupList(groups)
  let made = 0
  function* countUp() {
    yield
    return ++made
  }
  const ask = (asked: typeof list, key: string) => finish(rememberedOf(asked, key, countUp))
  expect([ask(groups, 'a'), ask(groups, 'a')]).toEqual([1, 2])
  expect([ask(list, 'a'), ask(list, 'a'), ask(list, 'b')]).toEqual([3, 3, 4])
  for (let key = 0; key < 49; key++) ask(list, `other ${key}`)
  expect(ask(list, 'b')).toBe(4)
  expect(ask(list, 'a')).toBe(54)
  expect(listOf(groups)).toBeNull()
})
