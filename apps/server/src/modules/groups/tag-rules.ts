import {
  checkGroupTags,
  type Group,
  type GroupTagRules,
  groupTagProblems,
  type Tag,
  withDefaultTags,
} from '@holdfast/access'
import { limits, ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** The requirements of the account's tag definitions for its groups. */
export const loadTagRules = (tx: TenantTransaction): Promise<GroupTagRules[]> =>
  tx.db
    .selectFrom('tag_definitions')
    .select(['tag_key', 'tag_values', 'is_required', 'default_value'])
    .where('client', '=', tx.client)
    .orderBy('tag_key')
    .execute()

/**
 * Adds the default values of required tags that are missing.
 * @throws ProductError `request.invalid` if that makes more than 50 tags
 */
export const tagsWithDefaults = (tags: readonly Tag[], rules: readonly GroupTagRules[]): Tag[] => {
  const complete = withDefaultTags(tags, rules)
  if (complete.length > limits.maxTagsPerGroup) throw tooManyTags(complete.length - tags.length)
  return complete
}

/** @throws ProductError `group.tags_invalid` with each tag's problem */
export const assertTagsAgree = ({ tags }: Group, rules: readonly GroupTagRules[]): void => {
  const problems = checkGroupTags(tags, rules)
  if (problems.length === 0) return
  throw new ProductError('group.tags_invalid', {
    problems: problems.map(({ tag_key, problem }) => ({ tag_key, problem, message: groupTagProblems[problem] })),
  })
}

const tooManyTags = (required: number): ProductError => {
  const limit = limits.maxTagsPerGroup - required
  const message = `must NOT have more than ${limit} items, as ${required} required tags are added`
  return new ProductError('request.invalid', {}, [
    { path: '/body/tags', keyword: 'maxItems', params: { limit }, message },
  ])
}
