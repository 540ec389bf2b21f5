import { type RawBuilder, sql } from 'kysely'
import { defaultsWithGroup } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appsOfGroup } from '../client-apps/index.ts'
import { deviceUsersOfGroup } from '../device-users/index.ts'
import { devicesOfGroup } from '../devices/index.ts'
import { holdsOfGroup } from '../legal-holds/index.ts'
import { payloadsOfGroup } from '../payloads/index.ts'
import { personalNumbersOfGroup } from '../personal-numbers/index.ts'
import { peopleOfGroup } from '../portal-users/index.ts'

/** What can prevent the deletion of a group, in the words of the refusal. */
const holders = {
  portal_users: ['person', 'people'],
  device_users: ['device user', 'device users'],
  devices: ['device', 'devices'],
  payloads: ['payload', 'payloads'],
  personal_numbers: ['personal number', 'personal numbers'],
  client_apps: ['client app', 'client apps'],
  legal_holds: ['legal hold', 'legal holds'],
  account_defaults: ['use as the default group', 'uses as the default group'],
} as const

export type GroupHolders = Record<keyof typeof holders, number>

/** Counting stops here, because a group can have millions of payloads. */
const maxCounted = 1_000

/** Counts what belongs to a group, up to 1,000 of each kind. */
export const holdersOfGroup = async (tx: TenantTransaction, group: string): Promise<GroupHolders> => {
  const count = (rows: RawBuilder<unknown>) => sql`(select count(*) from (${rows} limit ${maxCounted}) held)`
  const { rows } = await sql<GroupHolders>`select
    ${count(peopleOfGroup(tx, group))} as portal_users,
    ${count(deviceUsersOfGroup(tx, group))} as device_users,
    ${count(devicesOfGroup(tx, group))} as devices,
    ${count(payloadsOfGroup(tx, group))} as payloads,
    ${count(personalNumbersOfGroup(tx, group))} as personal_numbers,
    ${count(appsOfGroup(tx, group))} as client_apps,
    ${count(holdsOfGroup(tx, group))} as legal_holds,
    ${count(defaultsWithGroup(tx, group))} as account_defaults`.execute(tx.db)
  const [counted] = rows
  if (!counted) throw new Error('Counts came without a row')
  return counted
}

/** `2 device users, 1 device`, or `null` if nothing belongs to the group. */
export const describeHolders = (counted: GroupHolders): string | null => {
  const words = (Object.keys(holders) as (keyof GroupHolders)[])
    .filter((kind) => counted[kind] > 0)
    .map((kind) => {
      const count = counted[kind]
      return `${count === maxCounted ? `${count} or more` : count} ${holders[kind][count === 1 ? 0 : 1]}`
    })
  return words.length > 0 ? words.join(', ') : null
}
