import { type ErrorCode, PayloadReference, type PayloadRegistrationOutcome } from '@holdfast/contract'
import { Check } from 'typebox/value'
import type { AuditedEvent } from '../../core/activities/index.ts'
import type { InvalidItem } from '../../platform/http/index.ts'
import type { Decision } from './decide-registration.ts'

/** The outcome of each item that was sent, in order, including those that do not match the schema. */
export const outcomesOf = (
  decisions: readonly Decision[],
  invalid: readonly InvalidItem[],
): PayloadRegistrationOutcome[] => {
  const outcomes = decisions.map(outcomeOf)
  for (const { index, texts, message } of invalid) {
    const claimed = texts.payload_reference
    const payload_reference = Check(PayloadReference, claimed) ? claimed : null
    outcomes.splice(index, 0, { payload_reference, result: 'refused', code: 'request.invalid', message })
  }
  return outcomes
}

const outcomeOf = (decision: Decision): PayloadRegistrationOutcome => {
  const { payload_reference, size } = decision.item
  if (decision.kind === 'refused') {
    return { payload_reference, result: 'refused', code: decision.code, message: decision.message }
  }
  if (decision.kind === 'repeated') return { payload_reference, result: 'known' }
  if (decision.content !== null) return { payload_reference, result: 'uploaded', upload_offset: size ?? 0 }
  if (decision.kind === 'new' || decision.kind === 'resealed')
    return { payload_reference, result: 'registered', upload_offset: 0 }
  return { payload_reference, result: 'known', upload_offset: decision.arrivedBytes }
}

/** A refused item, as recorded on the trail. */
interface Refusal {
  /** As the handset sent it; `null` if it is not a string. */
  payload_reference: string | null
  code: ErrorCode
}

/** The events of a batch for the trail: the number of accepted items, and each refused one. A batch has at most 100 items. */
export const eventsOf = (decisions: readonly Decision[], invalid: readonly InvalidItem[]): AuditedEvent[] => {
  const taken: Record<string, number> = {}
  const refused: Refusal[] = []
  for (const decision of decisions) {
    const { payload_reference, result } = outcomeOf(decision)
    if (decision.kind === 'refused') refused.push({ payload_reference, code: decision.code })
    else taken[result] = (taken[result] ?? 0) + 1
  }
  for (const { texts } of invalid) {
    refused.push({ payload_reference: texts.payload_reference ?? null, code: 'request.invalid' })
  }
  return [
    ...(Object.keys(taken).length > 0 ? [{ event: 'payload.registered' as const, details: taken }] : []),
    ...(refused.length > 0 ? [{ event: 'payload.registration_refused' as const, details: { refused } }] : []),
  ]
}
