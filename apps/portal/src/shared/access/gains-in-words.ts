import type { AccessGain, AccessGains, AccessLoss } from '@holdfast/contract'
import type { ApiError } from '../api/api-error.ts'
import { text } from '../i18n/text.ts'
import { actionInWords, actionsInSentence } from './impact-in-words.ts'

type ChangedAction = AccessLoss['actions'][number]

const namesOfGroups = ({ groups, group_count }: ChangedAction): string => {
  const more = group_count - groups.length
  return [...groups, ...(more > 0 ? [text('gains.more_groups', { count: more })] : [])].join(', ')
}

/** One line for each place where somebody gains, or loses, the same actions. */
export const changeInWords = ({ kind, reference, actions }: AccessGain | AccessLoss): string => {
  const who = reference ?? text(`gains.unnamed_${kind}`)
  const places = Map.groupBy<string, ChangedAction>(actions, namesOfGroups)
  const told = [...places].map(([groups, gained]) =>
    text('gains.in_groups', { actions: actionsInSentence(gained.map((one) => actionInWords(one, text))), groups }),
  )
  return `${who}: ${told.join('; ')}`
}

/** The gains in a refusal that asks for confirmation. */
export const gainsOfRefusal = (refusal: ApiError | null): AccessGains | undefined =>
  refusal?.code === 'access.opens_to_others' ? (refusal.details as unknown as AccessGains) : undefined
