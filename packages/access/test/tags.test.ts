import { describe, expect, test } from 'vitest'
import { checkGroupTags, type GroupTagRules, groupsBrokenBy, withDefaultTags } from '../src/index.ts'

const region: GroupTagRules = { tag_key: 'region', tag_values: ['EU', 'UK'], is_required: true, default_value: 'EU' }
const note: GroupTagRules = { tag_key: 'note', tag_values: null, is_required: false, default_value: null }
const retired: GroupTagRules = { tag_key: 'retired', tag_values: [], is_required: false, default_value: null }
const definitions = [region, note, retired]

describe('the tags of a group', () => {
  const tag = (tag_key: string, tag_value: string) => ({ tag_key, tag_value })

  test.each([
    ['all good', [tag('region', 'UK'), tag('note', 'anything')], []],
    ['a missing required tag', [tag('note', '')], [['region', 'missing']]],
    ['a value that is not allowed', [tag('region', 'eu')], [['region', 'value_not_allowed']]],
    ['a tag without allowed values', [tag('region', 'EU'), tag('retired', 'x')], [['retired', 'value_not_allowed']]],
    ['an undefined tag', [tag('region', 'EU'), tag('Region', 'EU')], [['Region', 'not_defined']]],
  ])('%s', (_, tags, problems) => {
    expect(checkGroupTags(tags, definitions).map(({ tag_key, problem }) => [tag_key, problem])).toEqual(problems)
  })

  test('get the defaults of missing required tags', () => {
    expect(withDefaultTags([tag('note', 'x')], definitions)).toEqual([tag('note', 'x'), tag('region', 'EU')])
    expect(withDefaultTags([tag('region', 'UK')], definitions)).toEqual([tag('region', 'UK')])
  })
})

test('a change of a definition lists the groups whose tags it would not allow', () => {
  const groups = [
    { group_reference: 'Sales', tags: [{ tag_key: 'region', tag_value: 'UK' }] },
    { group_reference: 'Legal', tags: [{ tag_key: 'region', tag_value: 'EU' }] },
    { group_reference: 'Untagged', tags: [] },
  ]
  expect(groupsBrokenBy('region', region, groups)).toEqual(['Untagged'])
  expect(groupsBrokenBy('region', { ...region, tag_values: ['EU'], is_required: false }, groups)).toEqual(['Sales'])
  expect(groupsBrokenBy('region', null, groups)).toEqual(['Sales', 'Legal'])
})
