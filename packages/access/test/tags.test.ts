import { describe, expect, test } from 'vitest'
import { checkGroupTags, checkTagDefinition, groupsBrokenBy, type TagRules, withDefaultTags } from '../src/index.ts'

const region: TagRules = { tag_key: 'region', tag_values: ['EU', 'UK'], is_required: true, default_value: 'EU' }
const note: TagRules = { tag_key: 'note', tag_values: null }
const retired: TagRules = { tag_key: 'retired', tag_values: [] }
const definitions = [region, note, retired]

describe('a definition', () => {
  test.each<[string, TagRules, number]>([
    ['required with default and values', region, 0],
    ['free', note, 0],
    ['allowing none', retired, 0],
    ['required without default', { ...region, default_value: null }, 1],
    ['required with no values', { ...region, tag_values: [] }, 2],
    ['required with any value', { ...region, tag_values: null }, 1],
    ['default not among the values', { ...region, default_value: 'US' }, 1],
    ['default of a free tag', { ...note, default_value: 'anything' }, 0],
  ])('%s breaks so many rules', (_, definition, problems) => {
    expect(checkTagDefinition(definition)).toHaveLength(problems)
  })
})

describe('the tags of a group', () => {
  const tag = (tag_key: string, tag_value: string) => ({ tag_key, tag_value })

  test.each([
    ['all good', [tag('region', 'UK'), tag('note', 'anything')], []],
    ['a required one missing', [tag('note', '')], ['region']],
    ['a value that is not allowed', [tag('region', 'eu')], ['region']],
    ['a tag that allows none', [tag('region', 'EU'), tag('retired', 'x')], ['retired']],
    ['a tag that is not defined', [tag('region', 'EU'), tag('Region', 'EU')], ['Region']],
  ])('%s', (_, tags, keys) => {
    expect(checkGroupTags(tags, definitions).map(({ tag_key }) => tag_key)).toEqual(keys)
  })

  test('take the defaults of required tags that they lack', () => {
    expect(withDefaultTags([tag('note', 'x')], definitions)).toEqual([tag('note', 'x'), tag('region', 'EU')])
    expect(withDefaultTags([tag('region', 'UK')], definitions)).toEqual([tag('region', 'UK')])
  })
})

test('a change names the groups that it would break', () => {
  const groups = [
    { group_reference: 'Sales', tags: [{ tag_key: 'region', tag_value: 'UK' }] },
    { group_reference: 'Legal', tags: [{ tag_key: 'region', tag_value: 'EU' }] },
    { group_reference: 'Untagged', tags: [] },
  ]
  expect(groupsBrokenBy('region', region, groups)).toEqual(['Untagged'])
  expect(groupsBrokenBy('region', { ...region, tag_values: ['EU'], is_required: false }, groups)).toEqual(['Sales'])
  expect(groupsBrokenBy('region', null, groups)).toEqual(['Sales', 'Legal'])
})
