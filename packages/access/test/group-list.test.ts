import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cachedAnswer, GroupList, groupList, listOf } from '../src/group-list.ts'
import { finish } from '../src/steps.ts'
import { randomGroup } from './random-roles.ts'

test('groups keep their tags, and each different tag is listed once', () => {
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

test('a list never changes, even if the groups it was made from do', () => {
  const tags = [{ tag_key: 'region', tag_value: 'EU' }]
  const groups = [{ group_reference: 'Sales', tags }]
  const list = groupList(groups)
  tags.pop()
  groups.pop()
  expect(list).toEqual([{ group_reference: 'Sales', tags: [{ tag_key: 'region', tag_value: 'EU' }] }])
  expect([list, list[0], list[0]?.tags].every(Object.isFrozen)).toBe(true)
})

test('answers are cached for lists only, and the least recently used are dropped', () => {
  const groups = [{ group_reference: 'Sales', tags: [] }]
  const list = groupList(groups)
  let made = 0
  function* countUp() {
    yield
    return ++made
  }
  const ask = (asked: typeof list, key: string) => finish(cachedAnswer(asked, key, countUp))
  expect([ask(groups, 'a'), ask(groups, 'a')]).toEqual([1, 2])
  expect([ask(list, 'a'), ask(list, 'a'), ask(list, 'b')]).toEqual([3, 3, 4])
  for (let key = 0; key < 49; key++) ask(list, `other ${key}`)
  expect(ask(list, 'b')).toBe(4)
  expect(ask(list, 'a')).toBe(54)
  expect(listOf(groups)).toBeNull()
})
