import type { UserActivityRow } from '@holdfast/server'
import type { DemoCustomer, DemoPerson } from '../demo-customers.ts'
import type { Batch } from './batch.ts'
import { insertRows } from './insert-rows.ts'
import { calendarDays, officeMoment, weightOfDay } from './office-hours.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { trailDays } from './playbacks.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, minuteMs, secondMs } from './time-spans.ts'
import { type TrailCall, userRow } from './trail-rows.ts'

/** Portal calls of the customer's people other than playbacks: sign-ins, profile reads and refused calls. */
export const peopleBatch = (customer: DemoCustomer, payloads: readonly PlannedPayload[], anchor: number): Batch => {
  const { client, people } = customer
  const rows = people.flatMap((person) => daysOf(customer, person, payloads, anchor))
  return {
    client,
    payload_references: [],
    isDone: async (tx) => {
      const found = await tx.db
        .selectFrom('user_activities')
        .select('log_id')
        .where('client', '=', tx.client)
        .where('log_id', '=', rows[0]?.log_id ?? '')
        .executeTakeFirst()
      return found !== undefined
    },
    prepare: async () => (tx) => insertRows(tx, 'user_activities', rows),
  }
}

const timezoneOf = ({ locale }: DemoCustomer): string => (locale === 'pt-BR' ? 'America/Sao_Paulo' : 'Europe/London')

const daysOf = (
  customer: DemoCustomer,
  person: DemoPerson,
  payloads: readonly PlannedPayload[],
  anchor: number,
): UserActivityRow[] => {
  const { client } = customer
  const random = new SeededRandom(`${client} days of ${person.user_reference}`)
  const timezone = timezoneOf(customer)
  const days = calendarDays(anchor, timezone, trailDays).filter((day) => weightOfDay(day) > 0.5)
  return days.flatMap((day) => {
    const begun = officeMoment(day, timezone, random)
    return sessionOf(person, begun, payloads, random)
      .filter(({ at }) => at < anchor)
      .map((call) => userRow(client, person, call, `${person.user_reference} ${call.at} ${call.call}`))
  })
}

/** The calls of one session in the portal. */
const sessionOf = (
  person: DemoPerson,
  begun: number,
  payloads: readonly PlannedPayload[],
  random: SeededRandom,
): TrailCall[] => {
  const read = (call: string, action: TrailCall['action'], after: number): TrailCall => ({
    at: begun + after * secondMs,
    action,
    call,
    status_code: 200,
  })
  const signedIn: TrailCall = {
    ...read('GET /exchange', 'public', 0),
    events: [{ event: 'session.signed_in', details: { roles: person.roles } }],
  }
  const refused = random.chance(0.12) ? refusal(person, begun + random.between(3, 50) * minuteMs, payloads, random) : []
  return [signedIn, read('GET /profile', 'signed_in', 1), ...refused]
}

/** 403 for a person who can read no recordings; 404 for a recording of another group, as if it did not exist. */
const refusal = (
  { user_group, roles }: DemoPerson,
  at: number,
  payloads: readonly PlannedPayload[],
  random: SeededRandom,
): TrailCall[] => {
  if (roles.includes('Compliance Officer')) return []
  const refused = { at, action: 'payloads:read', group: null } as const
  if (user_group === null) {
    return [{ ...refused, call: 'GET /payloads', status_code: 403, denial_reason: 'auth.forbidden' }]
  }
  const known = payloads.filter(({ registered_at }) => registered_at < at && at < registered_at + 5 * dayMs)
  const others = known.filter(({ handset }) => handset.person.group !== user_group)
  if (others.length === 0) return []
  const { payload_reference } = random.pick(others)
  const call = 'GET /payloads/{payload_reference}'
  return [{ ...refused, call, status_code: 404, denial_reason: 'request.not_found', parameters: { payload_reference } }]
}
