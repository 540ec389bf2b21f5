import { type Occasion, type OccasionPlan, planOccasions } from './occasions.ts'
import { isPersonalAt, type PlannedPersonalNumber } from './personal-numbers.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { planOutcome } from './plan-outcome.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { SeededRandom } from './seeded-random.ts'

/** One handset skips sequence numbers, so that the demonstration shows a gap. */
const gapAt = 3
const gapLength = 2

/** All recordings of a customer's history, newest first. Sequence numbers have no gaps, except for one handset. */
export const planPayloads = async (
  plan: OccasionPlan,
  personalNumbers: readonly PlannedPersonalNumber[],
): Promise<PlannedPayload[]> => {
  const random = new SeededRandom(`${plan.customer.client} payloads`)
  const occasions = (await planOccasions(plan)).map((occasion) => asPersonal(occasion, personalNumbers, random))
  occasions.sort((a, b) => a.at - b.at)
  const sequences = numberOff(occasions)
  let place = 0
  return occasions.toReversed().map((occasion): PlannedPayload => {
    const { handset, at } = occasion
    const outcome = planOutcome(occasion, place, plan.anchor, random)
    if (occasion.content) place++
    return {
      ...occasion,
      ...outcome,
      payload_reference: random.id(at),
      sequence: sequences.get(occasion) ?? 0,
      isPersonal: personalOf(handset, personalNumbers).some(
        (personal) => hasNumber(occasion, personal) && isPersonalAt(personal, at),
      ),
    }
  })
}

const personalOf = (handset: PlannedHandset, all: readonly PlannedPersonalNumber[]): PlannedPersonalNumber[] =>
  all.filter(({ person }) => person.device_user_reference === handset.person.device_user_reference)

const hasNumber = ({ contacts }: Occasion, { personal_number }: PlannedPersonalNumber): boolean =>
  contacts.some(({ number }) => number === personal_number)

/** Device users with a personal number call it now and then, also before it was added and after it was deleted. */
const asPersonal = (
  occasion: Occasion,
  personalNumbers: readonly PlannedPersonalNumber[],
  random: SeededRandom,
): Occasion => {
  const [personal] = personalOf(occasion.handset, personalNumbers)
  const isTalk = occasion.type === 'Call' || occasion.type === 'AbortedCall'
  if (!personal || !isTalk || !random.chance(0.3)) return occasion
  return { ...occasion, contacts: [{ number: personal.personal_number, name: personal.reason }] }
}

/**
 * Assigns sequence numbers per handset.
 * @param occasions oldest first
 */
const numberOff = (occasions: readonly Occasion[]): Map<Occasion, number> => {
  const next = new Map<PlannedHandset, number>()
  let isGapMade = false
  return new Map(
    occasions.map((occasion) => {
      const { handset } = occasion
      let sequence = next.get(handset) ?? 0
      if (!isGapMade && sequence === gapAt && handset.standing === 'active') {
        sequence += gapLength
        isGapMade = true
      }
      next.set(handset, sequence + 1)
      return [occasion, sequence]
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
