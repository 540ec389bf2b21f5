import type { TagDefinition } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { definitionsByKey, tagProblem } from './tag-problem.ts'

const definition = (tag_key: string, tag_values: string[] | null): TagDefinition => ({
  client: 'northwind',
  tag_key,
  tag_values,
  is_required: false,
  default_value: null,
  updated_at: '2026-01-01T00:00:00.000Z',
  updated_by: 'olivia.hart',
  version: 1,
})
const definitions = definitionsByKey([definition('desk', ['Bonds', 'Repo']), definition('floor', null)])

test.each([
  ['a value of the list', 'desk', 'Repo', null],
  ['any value of a tag without a list', 'floor', 'ground', null],
  ['a value that is not in the list', 'desk', 'Re', { input: 'tag_value', message: 'groups.value_not_chosen' }],
  ['no value of a list', 'desk', '', { input: 'tag_value', message: 'groups.value_not_chosen' }],
  ['a tag that is not defined', 'des', 'Repo', { input: 'tag_key', message: 'groups.tag_not_chosen' }],
])('%s', (_what, tag_key, tag_value, problem) => {
  expect(tagProblem({ tag_key, tag_value }, definitions)).toEqual(problem)
})

test('people who may not read definitions can save the tags of a group', () => {
  expect(tagProblem({ tag_key: 'desk', tag_value: 'Repo' }, definitionsByKey([]))).toBeNull()
})
