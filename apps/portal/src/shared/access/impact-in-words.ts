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

/** A sentence. If it counts actions instead of naming them, `actions` has their names. */
export interface ImpactLine {
  words: string
  actions: readonly string[]
}

const inPlace = (
  { group_count, groups }: AccessDifference,
  alike: readonly AccessDifference[],
  group_total: number,
  t: Texts,
): ImpactLine => {
  const names = alike.map((one) => actionInWords(one, t))
  const isCounted = names.length > mostNamed
  const actions = isCounted ? t('impact.many', { count: names.length }) : actionsInSentence(names)
  return { words: placeInWords({ group_count, groups }, actions, group_total, t), actions: isCounted ? names : [] }
}

const placeInWords = (
  { group_count, groups }: Pick<AccessDifference, 'group_count' | 'groups'>,
  actions: string,
  group_total: number,
  t: Texts,
): string => {
  if (group_count === 0) return t('impact.in_account', { actions })
  if (group_count === group_total) return t('impact.in_all', { actions })
  const more = group_count - groups.length
  const names = [...groups, ...(more > 0 ? [t('gains.more_groups', { count: more })] : [])]
  return t('gains.in_groups', { actions, groups: names.join(', ') })
}

/** The same actions in the same groups are named once. */
const differencesInWords = (differences: readonly AccessDifference[], group_total: number, t: Texts): ImpactLine[] => {
  const places = Map.groupBy(differences, ({ group_count, groups }) => JSON.stringify([group_count, groups]))
  return [...places.values()].flatMap((alike) => (alike[0] ? [inPlace(alike[0], alike, group_total, t)] : []))
}

const namesOf = (alike: readonly AssigneeImpact[], t: Texts): string => {
  const more = alike.length - mostNamed
  const names = alike.slice(0, mostNamed).map(({ reference }) => reference)
  return [...names, ...(more > 0 ? [t('impact.who_more', { count: more })] : [])].join(', ')
}

/** For people who gain and lose the same: one sentence, and a line for each place where they gain or lose more actions than a sentence names. */
export const impactInWords = (
  { changes, group_total }: Pick<AccessImpact, 'changes' | 'group_total'>,
  t: Texts,
): ImpactLine[] => {
  const alike = Map.groupBy(changes, ({ gained, lost }) => JSON.stringify([gained, lost]))
  return [...alike.values()].flatMap((people) => {
    const [first] = people
    if (!first) return []
    const names = namesOf(people, t)
    const count = people.length
    const told = [
      ...differencesInWords(first.gained, group_total, t).map((line) => ({ ...line, id: 'impact.gains' as const })),
      ...differencesInWords(first.lost, group_total, t).map((line) => ({ ...line, id: 'impact.loses' as const })),
    ]
    const named = Map.groupBy(
      told.filter(({ actions }) => actions.length === 0),
      ({ id }) => id,
    )
    const sentence = [...named].map(([id, lines]) => t(id, { count, what: lines.map(({ words }) => words).join('; ') }))
    const counted = told.filter(({ actions }) => actions.length > 0)
    return [
      ...(sentence.length > 0 ? [{ words: `${names} ${sentence.join('; ')}`, actions: [] }] : []),
      ...counted.map(({ id, words, actions }) => ({ words: `${names} ${t(id, { count, what: words })}`, actions })),
    ]
  })
}
