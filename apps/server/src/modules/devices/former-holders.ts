import { instantOf, type Timestamp } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  compiledStatement,
  type DeviceRow,
  eachValue,
  executeAll,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import type { DevicePrincipal } from '../../platform/http/principals.ts'
import type { ActiveDeviceUser } from '../device-users/index.ts'

/** Who held a device at some time before its present holder. */
export interface FormerHolder {
  device_user_reference: string
  /** Theirs when they held it; their present one where that is gone. */
  group: string
  /** Of the device while they held it, and theirs now. */
  services: string[]
}

/**
 * Keeps who held the device until now, if that changes: another person, or the same one in another group.
 * @returns since when the device is held by whoever holds it from now on; null when nobody did before
 */
export const keepFormerHolder = async (
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

/** Who waited for a hand-over that was under way, or has a clock that is behind, still comes after it. */
const firstMomentAfter = (time: string | null): number => (time === null ? 0 : Date.parse(time) + 1)

/**
 * Who held the device at each of these times, by time as it is given: for what a handset brings after it was handed over. The
 * first who is known is taken to have held it at all times before. Times since when its present holder has it are left out,
 * so that mostly nothing is asked of the database.
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
  const [rows] = await executeAll(tx.db, [holdersAt({ client: tx.client, device_reference, instants: before })])
  const holders = new Map(rows.map(({ value, ...row }) => [value, holderOf(row)]))
  return new Map(
    [...instants].flatMap(([time, instant]) => {
      const holder = holders.get(instant)
      return holder ? [[time, holder]] : []
    }),
  )
}

const holderOf = ({ device_user_reference, group, group_now, held_services, services }: HolderRow): FormerHolder => ({
  device_user_reference,
  group: group ?? group_now,
  services: [...held_services, ...services],
})

interface HolderRow {
  device_user_reference: string
  /** Null when it is gone. */
  group: string | null
  group_now: string
  held_services: string[]
  services: string[]
}

/** Planned each time: rare, and the plan made while nobody had handed anything over is one for an empty table. */
const holdersAt = compiledStatement(
  (
    builder,
    { client, device_reference, instants }: { client: string; device_reference: string; instants: readonly string[] },
  ) =>
    builder
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
