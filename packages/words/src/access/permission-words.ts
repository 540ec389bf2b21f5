import { type Action, actions, type Condition, type Permission } from '@holdfast/contract'
import type { Translate } from '../message.ts'

const isAction = (matcher: string): matcher is Action => Object.hasOwn(actions, matcher)

/** The actions that a matcher names. */
export const actionsInWords = (
  { actions_matching: matcher, is_regex }: Pick<Permission, 'actions_matching' | 'is_regex'>,
  t: Translate,
): string => {
  if (matcher === '') return t('roles.words_nothing_yet')
  if (is_regex) return t('roles.words_regex', { matcher })
  if (matcher === '*') return t('roles.words_everything')
  return isAction(matcher) ? t(`action.${matcher}`) : t('roles.words_pattern', { matcher })
}

const conditionInWords = (condition: Condition, t: Translate): string => {
  const { names_matching, keys_matching, values_matching, is_denied, is_regex } = condition
  const parts = [
    names_matching && t('roles.words_name', { matcher: names_matching }),
    keys_matching && values_matching && t('roles.words_tag', { key: keys_matching, value: values_matching }),
    keys_matching && !values_matching && t('roles.words_key', { key: keys_matching }),
    !keys_matching && values_matching && t('roles.words_value', { value: values_matching }),
  ].filter(Boolean)
  const words = parts.join(t('roles.words_and')) || t('roles.words_nothing_yet')
  const how = is_regex ? `${words} (${t('roles.regex_short')})` : words
  return is_denied ? t('roles.words_not', { condition: how }) : how
}

/** The groups in which a permission holds: all of its conditions have to match. */
export const groupsInWords = (conditions: readonly Condition[], t: Translate): string =>
  conditions.length === 0
    ? t('roles.words_all_groups')
    : t('roles.words_groups', {
        conditions: conditions.map((condition) => conditionInWords(condition, t)).join(t('roles.words_and')),
      })

/** A permission as a sentence. */
export const permissionSentence = ({ is_denied, conditions = [], ...rest }: Permission, t: Translate): string =>
  `${t(is_denied ? 'roles.deny' : 'roles.allow')}: ${actionsInWords(rest, t)} · ${groupsInWords(conditions, t)}`
