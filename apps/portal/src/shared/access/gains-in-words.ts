import type { AccessGain, AccessGains } from '@holdfast/contract'
import { payloadTypes } from '@holdfast/contract'
import type { ApiError } from '../api/api-error.ts'
import { text } from '../i18n/text.ts'
import { actionsInSentence } from './impact-in-words.ts'

type GainedAction = AccessGain['actions'][number]

const namesOfGroups = ({ groups, group_count }: GainedAction): string => {
  const more = group_count - groups.length
  return [...groups, ...(more > 0 ? [text('gains.more_groups', { count: more })] : [])].join(', ')
}

/** `Play recordings (Call, SMS)` */
const actionInWords = ({ action, payload_types }: GainedAction): string => {
  const name = text(`action.${action}`)
  if (payload_types === null || payload_types.length === payloadTypes.length) return name
  return `${name} (${payload_types.map((type) => text(`kind.${type}`)).join(', ')})`
}

/** One line for each place where somebody gains the same actions. */
export const gainInWords = ({ kind, reference, actions }: AccessGain): string => {
  const who = reference ?? text(`gains.unnamed_${kind}`)
  const places = Map.groupBy(actions, namesOfGroups)
  const told = [...places].map(([groups, gained]) =>
    text('gains.in_groups', { actions: actionsInSentence(gained.map(actionInWords)), groups }),
  )
  return `${who}: ${told.join('; ')}`
}

/** The gains in a refusal that asks for confirmation. */
export const gainsOfRefusal = (refusal: ApiError | null): AccessGains | undefined =>
  refusal?.code === 'access.opens_to_others' ? (refusal.details as unknown as AccessGains) : undefined
