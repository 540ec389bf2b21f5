import { isPersonalAt, type PlannedPersonalNumber } from './personal-numbers.ts'
import { type HistoryPlan, type PlannedEvent, planEvents } from './plan-events.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { planOutcome } from './plan-outcome.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs } from './time-spans.ts'

/** Some handsets skip numbers, each once, so that the demonstration shows gaps: how many days ago, the earliest first, and how many. */
const skipped = [
  { daysAgo: 31, recordings: 4 },
  { daysAgo: 17, recordings: 1 },
  { daysAgo: 8, recordings: 6 },
  { daysAgo: 2, recordings: 2 },
] as const

/** All recordings of a customer's history, newest first. Sequence numbers have no gaps, except those of `skipped`. */
export const planPayloads = async (
  plan: HistoryPlan,
  personalNumbers: readonly PlannedPersonalNumber[],
): Promise<PlannedPayload[]> => {
  const random = new SeededRandom(`${plan.customer.client} payloads`)
  const events = (await planEvents(plan)).map((event) => asPersonal(event, personalNumbers, random))
  events.sort((a, b) => a.at - b.at)
  const sequences = sequenceNumbersOf(events, plan.anchor)
  let place = 0
  return events.toReversed().map((event): PlannedPayload => {
    const { handset, at } = event
    const outcome = planOutcome(event, place, plan.anchor, random)
    if (event.content) place++
    return {
      ...event,
      ...outcome,
      payload_reference: random.id(at),
      sequence: sequences.get(event) ?? 0,
      isPersonal: personalOf(handset, personalNumbers).some(
        (personal) => hasNumber(event, personal) && isPersonalAt(personal, at),
      ),
    }
  })
}

const personalOf = (handset: PlannedHandset, all: readonly PlannedPersonalNumber[]): PlannedPersonalNumber[] =>
  all.filter(({ person }) => person.device_user_reference === handset.person.device_user_reference)

const hasNumber = ({ contacts }: PlannedEvent, { personal_number }: PlannedPersonalNumber): boolean =>
  contacts.some(({ number }) => number === personal_number)

/** Device users with a personal number call it now and then, also before it was added and after it was deleted. */
const asPersonal = (
  event: PlannedEvent,
  personalNumbers: readonly PlannedPersonalNumber[],
  random: SeededRandom,
): PlannedEvent => {
  const [personal] = personalOf(event.handset, personalNumbers)
  const isTalk = event.type === 'Call' || event.type === 'AbortedCall'
  if (!personal || !isTalk || !random.chance(0.3)) return event
  return { ...event, contacts: [{ number: personal.personal_number, name: personal.reason }] }
}

/**
 * Assigns sequence numbers per handset.
 * @param events oldest first
 */
const sequenceNumbersOf = (events: readonly PlannedEvent[], anchor: number): Map<PlannedEvent, number> => {
  const next = new Map<PlannedHandset, number>()
  const withGap = new Set<PlannedHandset>()
  return new Map(
    events.map((event) => {
      const { handset } = event
      let sequence = next.get(handset) ?? 0
      const gap = skipped[withGap.size]
      const isDue = gap !== undefined && event.at >= anchor - gap.daysAgo * dayMs
      if (isDue && sequence > 0 && handset.status === 'active' && !withGap.has(handset)) {
        sequence += gap.recordings
        withGap.add(handset)
      }
      next.set(handset, sequence + 1)
      return [event, sequence]
    }),
  )
}

/** The sequence number of each handset's next recording, by `device_reference`. */
export const nextSequences = (payloads: readonly PlannedPayload[]): Map<string, number> => {
  const next = new Map<string, number>()
  for (const { handset, sequence } of payloads) {
    next.set(handset.device_reference, Math.max(next.get(handset.device_reference) ?? 0, sequence + 1))
  }
  return next
}
