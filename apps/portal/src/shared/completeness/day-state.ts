import type { CompletenessDay } from '@holdfast/contract'

/** What a day is shown as: the worst of its recordings. Silence shows on days without any: of many devices, some are always silent. */
export const dayStates = ['missing', 'failed', 'waiting', 'explained', 'silent', 'complete', 'nothing'] as const
type DayState = (typeof dayStates)[number]

export const expectedOf = (day: CompletenessDay): number =>
  day.arrived + day.waiting + day.failed + day.lost + day.missing + day.explained

export const stateOf = (day: CompletenessDay): DayState => {
  if (day.missing > 0 || day.lost > 0) return 'missing'
  if (day.failed > 0) return 'failed'
  if (day.waiting > 0) return 'waiting'
  if (day.explained > 0) return 'explained'
  if (day.arrived > 0) return 'complete'
  return day.silent > 0 ? 'silent' : 'nothing'
}

/** The number in the cell of a day, of what its state names; none of a day that is as it should be. */
export const figureOf = (day: CompletenessDay): number | null => {
  const state = stateOf(day)
  if (state === 'missing') return day.missing + day.lost
  return state === 'complete' || state === 'nothing' ? null : day[state]
}
