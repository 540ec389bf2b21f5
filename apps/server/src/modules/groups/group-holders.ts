import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** What can prevent the deletion of a group, in the words of the refusal. */
const holders = {
  portal_users: ['person', 'people'],
  device_users: ['device user', 'device users'],
  devices: ['device', 'devices'],
  payloads: ['payload', 'payloads'],
  personal_numbers: ['personal number', 'personal numbers'],
  client_apps: ['client app', 'client apps'],
  account_defaults: ['use as the default group', 'uses as the default group'],
} as const

export type GroupHolders = Record<keyof typeof holders, number>

/** Counting stops here, because a group can have millions of payloads. */
const maxCounted = 1_000

/** Counts what belongs to a group, up to 1,000 of each kind. */
export const holdersOfGroup = async (tx: TenantTransaction, group: string): Promise<GroupHolders> => {
  const upTo = (rows: ReturnType<typeof sql>) => sql`(select count(*) from (${rows} limit ${maxCounted}) held)`
  const { client } = tx
  const { rows } = await sql<GroupHolders>`select
    ${upTo(sql`select from portal_users where client = ${client} and user_group = ${group} and is_active`)} as portal_users,
    ${upTo(sql`select from device_users where client = ${client} and "group" = ${group}`)} as device_users,
    ${upTo(sql`select from devices where client = ${client} and "group" = ${group}`)} as devices,
    ${upTo(sql`select from payloads where client = ${client} and "group" = ${group}`)} as payloads,
    ${upTo(sql`select from personal_numbers where client = ${client} and "group" = ${group} and is_active`)} as personal_numbers,
    ${upTo(sql`select from client_apps where client = ${client} and "group" = ${group}`)} as client_apps,
    ${upTo(sql`select from account_defaults where client = ${client} and user_group = ${group}`)} as account_defaults`.execute(
    tx.db,
  )
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
