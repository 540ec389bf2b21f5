import type { DemoCustomer, DemoPerson } from '../demo-customers.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, minuteMs } from './time-spans.ts'

/** That somebody played a recording. Times are milliseconds since 1970. */
export interface Playback {
  payload: PlannedPayload
  reviewer: DemoPerson
  at: number
  /** When they confirmed its receipt, if they did. */
  confirmed_at: number | null
}

/** For so long back there is a trail of what people did. */
export const trailDays = 21

/** The person of a customer who may hear and delete everything. */
export const officerOf = ({ people }: DemoCustomer): DemoPerson => {
  const officer = people.find(({ roles }) => roles.includes('Compliance Officer'))
  if (!officer) throw new Error('nobody answers for compliance')
  return officer
}

/** Who hears recordings of a group: its reviewer before the officer, who hears those of all. */
const reviewersOf = (customer: DemoCustomer, group: string): DemoPerson[] => {
  const own = customer.people.filter(({ user_group }) => user_group === group)
  return [...own, ...own, officerOf(customer)]
}

/** Who has heard this recording; nobody most of them. */
export const playbacksOf = (customer: DemoCustomer, payload: PlannedPayload, anchor: number): Playback[] => {
  const { payload_reference, state, processed_at, isPersonal, handset } = payload
  if (state !== 'Processed' || processed_at === null || isPersonal) return []
  if (processed_at < anchor - trailDays * dayMs) return []
  const random = new SeededRandom(`playbacks of ${payload_reference}`)
  if (!random.chance(0.18)) return []
  const at = processed_at + random.between(3, 26 * 60) * minuteMs
  if (at > anchor - hourMs) return []
  const confirmed_at = random.chance(0.3) ? at + random.between(1, 9) * minuteMs : null
  return [{ payload, reviewer: random.pick(reviewersOf(customer, handset.person.group)), at, confirmed_at }]
}

/** Documentation addresses (RFC 5737), one a person. */
export const addressOf = ({ user_reference }: DemoPerson): string =>
  `203.0.113.${1 + ([...user_reference].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 250)}`
