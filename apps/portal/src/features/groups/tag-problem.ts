import { type GroupTag, isTagValueAllowed, type TagDefinition } from '@holdfast/contract'
import type { MessageId } from '../../shared/i18n/text.ts'

export interface TagProblem {
  /** Which of the two inputs of the tag has the problem. */
  input: keyof GroupTag
  message: MessageId
}

// Always the same objects, so that a memoised input is drawn again only when its own tag changes.
const notDefined: TagProblem = { input: 'tag_key', message: 'groups.tag_not_chosen' }
const notAllowed: TagProblem = { input: 'tag_value', message: 'groups.value_not_chosen' }

/** What is wrong with a tag of a group as it was typed; `null` if nothing is, or if no definitions are known to compare it with. */
export const tagProblem = (
  { tag_key, tag_value }: GroupTag,
  definitions: ReadonlyMap<string, TagDefinition>,
): TagProblem | null => {
  if (definitions.size === 0) return null
  const definition = definitions.get(tag_key)
  if (!definition) return notDefined
  return isTagValueAllowed(definition, tag_value) ? null : notAllowed
}

export const definitionsByKey = (definitions: readonly TagDefinition[]): ReadonlyMap<string, TagDefinition> =>
  new Map(definitions.map((definition) => [definition.tag_key, definition]))
