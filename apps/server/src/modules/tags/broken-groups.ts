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
 * What a definition that is changed, or deleted (null), does to the groups that it breaks, when it is forced: they lose the
 * values that it does not allow, and get its default if they have no other value and there is one.
 */
export const changesOfBrokenGroups = (
  tag_key: string,
  rules: GroupTagRules | null,
  groups: readonly Group[],
): GroupChange[] => {
  const broken = new Set(groupsBrokenBy(tag_key, rules, groups))
  return groups
    .filter(({ group_reference }) => broken.has(group_reference))
    .map((before) => ({ before, after: { ...before, tags: mendedTags(before.tags, tag_key, rules) } }))
}

const mendedTags = (tags: readonly Tag[], tag_key: string, rules: GroupTagRules | null): Tag[] => {
  const isSound = (tag: Tag) => tag.tag_key !== tag_key || checkGroupTags([tag], rules ? [rules] : []).length === 0
  const sound = tags.filter(isSound)
  const fallback = rules?.default_value ?? null
  const isBare = !sound.some((tag) => tag.tag_key === tag_key)
  return isBare && fallback !== null ? [...sound, { tag_key, tag_value: fallback }] : sound
}

/** The change of a group as it is told: every value of the tag that it had, and every one that it has. */
export const toldChange = (tag_key: string, { before, after }: GroupChange): ChangedGroup => ({
  group_reference: before.group_reference,
  before: valuesOf(before, tag_key),
  after: valuesOf(after, tag_key),
})

const valuesOf = ({ tags }: Group, key: string): string[] =>
  tags.filter(({ tag_key }) => tag_key === key).map(({ tag_value }) => tag_value)
