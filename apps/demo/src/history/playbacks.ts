import type { DemoCustomer, DemoPerson } from '../demo-customers.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, minuteMs } from './time-spans.ts'

type PlayedPayload = Pick<PlannedPayload, 'payload_reference' | 'type'> & { handset: { person: { group: string } } }

/** A playback of a recording. Times are milliseconds since 1970. */
export interface Playback {
  payload: PlayedPayload
  reviewer: DemoPerson
  at: number
  /** When the reviewer confirmed the receipt; `null` if they did not. */
  confirmed_at: number | null
}

/** What the product records of it: pictures and messages are viewed. */
export const playbackEvent = ({ type }: PlayedPayload): 'payload.viewed' | 'payload.played' =>
  ['Photo', 'SMS', 'MMS', 'RCS'].includes(type) ? 'payload.viewed' : 'payload.played'

/** How many days of trail the history has. */
export const trailDays = 21

/** The customer's first Compliance Officer, who can play and delete every recording. */
export const officerOf = ({ people }: DemoCustomer): DemoPerson => {
  const officer = people.find(({ roles }) => roles.includes('Compliance Officer'))
  if (!officer) throw new Error('nobody answers for compliance')
  return officer
}

/** People who play recordings of a group. Its reviewers are listed twice, so that they are picked more often than the officer. */
const reviewersOf = (customer: DemoCustomer, group: string): DemoPerson[] => {
  const own = customer.people.filter(({ user_group }) => user_group === group)
  return [...own, ...own, officerOf(customer)]
}

/** Playbacks of a recording. Most recordings have none. */
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

/** The person's address, from the documentation range 203.0.113.0/24 (RFC 5737). */
export const addressOf = ({ user_reference }: DemoPerson): string =>
  `203.0.113.${1 + ([...user_reference].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 250)}`
