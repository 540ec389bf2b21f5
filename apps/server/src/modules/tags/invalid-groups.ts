import {
  checkGroupTags,
  type Group,
  type GroupChange,
  type GroupTagRules,
  groupsBrokenBy,
  type Tag,
} from '@holdfast/access'
import type { ChangedGroup } from '@holdfast/contract'

/**
 * The changes to groups whose tags a changed or deleted (`null`) definition makes invalid, if it is forced. They lose
 * the values that are not allowed, and get the default, if there is one, when no value is left.
 */
export const changesOfInvalidGroups = (
  tag_key: string,
  rules: GroupTagRules | null,
  groups: readonly Group[],
): GroupChange[] => {
  const broken = new Set(groupsBrokenBy(tag_key, rules, groups))
  return groups
    .filter(({ group_reference }) => broken.has(group_reference))
    .map((before) => ({ before, after: { ...before, tags: correctedTags(before.tags, tag_key, rules) } }))
}

const correctedTags = (tags: readonly Tag[], tag_key: string, rules: GroupTagRules | null): Tag[] => {
  const isSound = (tag: Tag) => tag.tag_key !== tag_key || checkGroupTags([tag], rules ? [rules] : []).length === 0
  const sound = tags.filter(isSound)
  const fallback = rules?.default_value ?? null
  const isBare = !sound.some((tag) => tag.tag_key === tag_key)
  return isBare && fallback !== null ? [...sound, { tag_key, tag_value: fallback }] : sound
}

/** The change of a group as calls return it: all values of the tag before and after. */
export const changedGroupOf = (tag_key: string, { before, after }: GroupChange): ChangedGroup => ({
  group_reference: before.group_reference,
  before: valuesOf(before, tag_key),
  after: valuesOf(after, tag_key),
})

const valuesOf = ({ tags }: Group, key: string): string[] =>
  tags.filter(({ tag_key }) => tag_key === key).map(({ tag_value }) => tag_value)
