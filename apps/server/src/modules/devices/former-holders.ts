import { instantOf, type Timestamp } from '@holdfast/contract'
import { sql } from 'kysely'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import { compiledStatement, type DeviceRow, eachValue, type TenantTransaction } from '../../platform/database/index.ts'
import type { ActiveDeviceUser } from '../device-users/index.ts'

/** A device user who held a device before its present holder. */
export interface FormerHolder {
  device_user_reference: string
  /** The holder's group at the time, or their current group if that one was deleted. */
  group: string
  /** The device's services at the time, and the holder's current ones. */
  services: string[]
}

/**
 * Stores the previous holder of a device if the holder changes: to another device user, or to the same one in another group.
 * @returns when the next holder's period begins; `null` if nobody held the device before
 */
export const saveFormerHolder = async (
  tx: TenantTransaction,
  { device_reference, device_user_reference, group, services, held_since }: DeviceRow,
  next: Pick<ActiveDeviceUser, 'device_user_reference' | 'group'>,
): Promise<Date | string | null> => {
  if (device_user_reference === null) return held_since
  if (device_user_reference === next.device_user_reference && group === next.group) return held_since
  const held_until = new Date(Math.max(tx.now.getTime(), firstMomentAfter(held_since)))
  await tx.db
    .insertInto('former_holders')
    .values({ client: tx.client, device_reference, held_until, held_since, device_user_reference, group, services })
    .execute()
  return held_until
}

/**
 * The earliest possible end of a period that began at `time`. Keeps periods in order even if this transaction waited
 * for a concurrent change of holder, or this server's clock is behind.
 */
const firstMomentAfter = (time: string | null): number => (time === null ? 0 : Date.parse(time) + 1)

/**
 * Finds the former holder at each of these times, for data that a handset delivers after it got a new holder. Times before
 * the first known holder count as that holder's. Times of the present holder are left out, so usually there is no query.
 * @returns the holders by time, as given in `times`
 */
export const formerHoldersAt = async (
  tx: TenantTransaction,
  { device_reference, held_since }: DevicePrincipal,
  times: readonly Timestamp[],
): Promise<ReadonlyMap<Timestamp, FormerHolder>> => {
  if (held_since === null) return new Map()
  const instants = new Map(times.map((time) => [time, instantOf(time).toISOString()]))
  const before = [...new Set(instants.values())].filter((instant) => Date.parse(instant) < Date.parse(held_since))
  if (before.length === 0) return new Map()
  const [rows] = await tx.executeAll([holdersAt({ client: tx.client, device_reference, instants: before })])
  const holders = new Map(rows.map(({ value, ...row }) => [value, holderOf(row)]))
  return new Map(
    [...instants].flatMap(([time, instant]) => {
      const holder = holders.get(instant)
      return holder ? [[time, holder]] : []
    }),
  )
}

/** Everybody who held one of these devices before its present holder. */
export const formerHoldersOf = (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  device_references: readonly string[],
): Promise<{ device_reference: string; device_user_reference: string }[]> =>
  db
    .selectFrom('former_holders')
    .select(['device_reference', 'device_user_reference'])
    .distinct()
    .where('client', '=', client)
    .where(sql<boolean>`device_reference = any(${device_references}::text[])`)
    .execute()

/** When the device was handed over last before this time; `null` if it was not. */
export const handedOverBefore = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  device_reference: string,
  time: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('former_holders')
    .select('held_until')
    .where('client', '=', client)
    .where('device_reference', '=', device_reference)
    .where('held_until', '<=', time)
    .orderBy('held_until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.held_until ?? null
}

const holderOf = ({ device_user_reference, group, group_now, held_services, services }: HolderRow): FormerHolder => ({
  device_user_reference,
  group: group ?? group_now,
  services: [...held_services, ...services],
})

interface HolderRow {
  device_user_reference: string
  /** `null` if the group was deleted. */
  group: string | null
  group_now: string
  held_services: string[]
  services: string[]
}

/** Not prepared: it is rare, and a plan cached while `former_holders` is empty would be bad later. */
const holdersAt = compiledStatement(
  (
    db,
    { client, device_reference, instants }: { client: string; device_reference: string; instants: readonly string[] },
  ) =>
    db
      .selectFrom(eachValue(instants, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('former_holders')
            .select(['device_user_reference', 'group', 'services'])
            .where('client', '=', client)
            .where('device_reference', '=', device_reference)
            .where('held_until', '>', sql<string>`wanted.value::timestamptz`)
            .orderBy('held_until')
            .limit(1)
            .as('holder'),
        (join) => join.onTrue(),
      )
      .innerJoin('device_users as person', (join) =>
        join
          .onRef('person.device_user_reference', '=', 'holder.device_user_reference')
          .on('person.client', '=', client),
      )
      .leftJoin('groups', (join) =>
        join.onRef('groups.group_reference', '=', 'holder.group').on('groups.client', '=', client),
      )
      .select([
        'wanted.value',
        'holder.device_user_reference',
        'groups.group_reference as group',
        'person.group as group_now',
        'holder.services as held_services',
        'person.services',
      ]),
)
