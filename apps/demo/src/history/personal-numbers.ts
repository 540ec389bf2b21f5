import type { Tables } from '@holdfast/server'
import type { Insertable } from 'kysely'
import type { DemoCustomer } from '../demo-customers.ts'
import { privateNumber } from './contacts.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs } from './time-spans.ts'

/** A personal number of a device user, and the period in which recordings against it are personal. */
export interface PlannedPersonalNumber {
  id: string
  person: PlannedHandset['person']
  personal_number: string
  reason: string
  created_at: number
  deleted_at: number | null
}

const reasons = {
  'en-GB': ['Partner', "Children's school", 'Parent', 'Doctor'],
  'pt-BR': ['Cônjuge', 'Escola dos filhos', 'Mãe', 'Médico'],
} as const

/** Every ninth device user has one; a few of them were deleted again. */
export const planPersonalNumbers = (
  customer: DemoCustomer,
  handsets: readonly PlannedHandset[],
): PlannedPersonalNumber[] =>
  handsets
    .filter(({ index, status }) => index % 9 === 4 && status !== 'pending')
    .map(({ person, from, until }, order) => {
      const random = new SeededRandom(`${customer.client} personal number ${order}`)
      const created_at = from + random.between(1, 6) * dayMs
      return {
        id: random.id(created_at),
        person,
        personal_number: privateNumber(customer, order),
        reason: random.pick(reasons[customer.locale]),
        created_at,
        deleted_at: order % 6 === 5 ? until - 4 * dayMs : null,
      }
    })

export const isPersonalAt = ({ created_at, deleted_at }: PlannedPersonalNumber, at: number): boolean =>
  created_at <= at && (deleted_at === null || at < deleted_at)

export const personalNumberRow = (
  client: string,
  maker: string,
  { id, person, personal_number, reason, created_at, deleted_at }: PlannedPersonalNumber,
): Insertable<Tables['personal_numbers']> => ({
  client,
  id,
  device_user_reference: person.device_user_reference,
  group: person.group,
  personal_number,
  reason,
  is_active: deleted_at === null,
  created_at: new Date(created_at),
  created_by: maker,
  deleted_at: deleted_at === null ? null : new Date(deleted_at),
  deleted_by: deleted_at === null ? null : maker,
})
