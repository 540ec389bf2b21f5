import {
  type AlertCause,
  aboutDevice,
  accountWatches,
  type Platform,
  raiseAlert,
  type TenantTransaction,
} from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { alertScenarios, type ScenarioAlert } from './alert-scenarios.ts'
import { openedAt } from './fill-customer-history.ts'
import { at } from './replay.ts'
import { hourMs } from './time-spans.ts'

/** The alerts of states that were there when the account was opened began in the days before. */
const firstHoursAgo = 3
const hoursBetween = 7
const longestHoursAgo = 9 * 24
/** The past of support access, which is written before, raises alerts as well; they are not as old. */
const oldestOfOthersMs = 48 * hourMs

/** Adds alerts of the past and of watched states. An account that has alerts of the past is not changed. */
export const fillAlerts = async (platform: Platform, customers: readonly DemoCustomer[]): Promise<void> => {
  for (const { client } of customers) {
    const anchor = await openedAt(platform.database, client)
    await platform.database.transaction(client, async (tx) => {
      if (await hasPastAlerts(tx, anchor)) return
      for (const alert of alertScenarios[client] ?? []) await raisePast(tx, anchor, alert)
      if (client !== 'admin') await raiseWatched(tx, platform, anchor)
      await markTold(tx)
    })
  }
}

/** Nobody is told of what happened before the account was opened. */
const markTold = async ({ client, db, now }: TenantTransaction): Promise<void> => {
  await db
    .updateTable('alerts')
    .set({ told_at: now })
    .where('client', '=', client)
    .where('told_at', 'is', null)
    .execute()
}

const hasPastAlerts = async ({ client, db }: TenantTransaction, anchor: number): Promise<boolean> => {
  const found = await db
    .selectFrom('alerts')
    .select('alert_reference')
    .where('client', '=', client)
    .where('first_occurrence', '<', new Date(anchor - oldestOfOthersMs).toISOString())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const raisePast = async (tx: TenantTransaction, anchor: number, scenario: ScenarioAlert): Promise<void> => {
  const { hoursAgo, acknowledged, cleared } = scenario
  const cause = await causeOf(tx, scenario)
  if (!cause) return
  const timeOf = (hours: number) => new Date(anchor - hours * hourMs)
  let alert_reference = ''
  for (const hours of hoursAgo) {
    ;({ alert_reference } = await raiseAlert(at(tx, timeOf(hours).getTime()), cause, { isTold: false }))
  }
  const change = {
    ...(acknowledged && {
      acknowledged_by: acknowledged.by,
      acknowledged_at: timeOf(acknowledged.hoursAgo),
      updated_by: acknowledged.by,
      updated_at: timeOf(acknowledged.hoursAgo),
    }),
    ...(cleared && {
      alert_state: 'Cleared' as const,
      cleared_at: timeOf(cleared.hoursAgo),
      cleared_reason: cleared.reason,
      updated_by: cleared.by,
      updated_at: timeOf(cleared.hoursAgo),
    }),
  }
  if (Object.keys(change).length === 0) return
  await tx.db
    .updateTable('alerts')
    .set(change)
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .execute()
}

/** `null` if the account has no such device. A scenario has the values of its condition. */
const causeOf = async (
  tx: TenantTransaction,
  { condition, of, from, values = {} }: ScenarioAlert,
): Promise<AlertCause | null> => {
  if (typeof of === 'string') return { condition, of, values } as AlertCause
  const devices = await (from ? devicesWith(tx, from, of + 1) : devicesInUse(tx, of + 1))
  const found = devices[of]
  if (!found) return null
  const { device_reference: device, group } = found
  return { condition, of: device, values: { device, ...values }, group, related: [aboutDevice(device)] } as AlertCause
}

const devicesInUse = ({ client, db }: TenantTransaction, count: number) =>
  db
    .selectFrom('devices')
    .select(['device_reference', 'group'])
    .where('client', '=', client)
    .where('is_deactivated', '=', false)
    .where('activated_at', 'is not', null)
    .orderBy('device_reference')
    .limit(count)
    .execute()

const devicesWith = ({ client, db }: TenantTransaction, state: 'Failed' | 'Quarantined', count: number) =>
  db
    .selectFrom('payloads')
    .select(['device_reference', (eb) => eb.fn.max('group').as('group')])
    .where('client', '=', client)
    .where('payload_state', '=', state)
    .groupBy('device_reference')
    .orderBy((eb) => eb.fn.max('payload_time'), 'desc')
    .orderBy('device_reference')
    .limit(count)
    .execute()

/** The alerts of states that are watched, each begun at another time. */
const raiseWatched = async (tx: TenantTransaction, platform: Platform, anchor: number): Promise<void> => {
  const rows = await tx.db
    .selectFrom('alerts')
    .select('alert_key')
    .where('client', '=', tx.client)
    .where('alert_state', '=', 'Triggered')
    .execute()
  const known = new Set(rows.map(({ alert_key }) => alert_key))
  let number = 0
  for (const watch of accountWatches) {
    for (const cause of await watch.causes(tx, platform)) {
      if (known.has(`${cause.condition}:${cause.of}`)) continue
      const hoursAgo = firstHoursAgo + ((number++ * hoursBetween) % longestHoursAgo)
      await raiseAlert(at(tx, anchor - hoursAgo * hourMs), cause, { isTold: false })
    }
  }
}
