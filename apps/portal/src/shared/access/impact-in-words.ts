import { type AccessDifference, type AccessImpact, type AssigneeImpact, payloadTypes } from '@holdfast/contract'
import type { useText } from '../i18n/text.ts'

type Texts = ReturnType<typeof useText>

const mostNamed = 6

/** `Play recordings (Call, SMS)` */
export const actionInWords = (
  { action, payload_types }: Pick<AccessDifference, 'action' | 'payload_types'>,
  t: Texts,
): string => {
  const name = t(`action.${action}`)
  if (payload_types === null || payload_types.length === payloadTypes.length) return name
  return `${name} (${payload_types.map((type) => t(`kind.${type}`)).join(', ')})`
}

/** The name of an action within a sentence. */
export const inSentence = (name: string): string => name.charAt(0).toLocaleLowerCase() + name.slice(1)

/** `play recordings (Call, SMS); see devices` */
export const actionsInSentence = (names: readonly string[]): string => names.map(inSentence).join('; ')

const inPlace = (
  { group_count, groups }: AccessDifference,
  actions: readonly AccessDifference[],
  group_total: number,
  t: Texts,
): string => {
  const words = { actions: actionsInSentence(actions.map((one) => actionInWords(one, t))) }
  if (group_count === 0) return t('impact.in_account', words)
  if (group_count === group_total) return t('impact.in_all', words)
  const more = group_count - groups.length
  const names = [...groups, ...(more > 0 ? [t('gains.more_groups', { count: more })] : [])]
  return t('gains.in_groups', { ...words, groups: names.join(', ') })
}

/** The same actions in the same groups are named once. */
const differencesInWords = (differences: readonly AccessDifference[], group_total: number, t: Texts): string => {
  const places = Map.groupBy(differences, ({ group_count, groups }) => JSON.stringify([group_count, groups]))
  return [...places.values()].flatMap((alike) => (alike[0] ? inPlace(alike[0], alike, group_total, t) : [])).join('; ')
}

const namesOf = (alike: readonly AssigneeImpact[], t: Texts): string => {
  const more = alike.length - mostNamed
  const names = alike.slice(0, mostNamed).map(({ reference }) => reference)
  return [...names, ...(more > 0 ? [t('impact.who_more', { count: more })] : [])].join(', ')
}

/** One line for everybody who gains and loses the same. */
export const impactInWords = (
  { changes, group_total }: Pick<AccessImpact, 'changes' | 'group_total'>,
  t: Texts,
): string[] => {
  const alike = Map.groupBy(changes, ({ gained, lost }) => JSON.stringify([gained, lost]))
  return [...alike.values()].flatMap((people) => {
    const [first] = people
    if (!first) return []
    const { gained, lost } = first
    const count = people.length
    const told = [
      ...(gained.length > 0 ? [t('impact.gains', { count, what: differencesInWords(gained, group_total, t) })] : []),
      ...(lost.length > 0 ? [t('impact.loses', { count, what: differencesInWords(lost, group_total, t) })] : []),
    ]
    return `${namesOf(people, t)} ${told.join('; ')}`
  })
}
