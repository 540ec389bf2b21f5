import { sql } from 'kysely'
import { preparedStatement, type Statement, type TenantTransaction } from '../../platform/database/index.ts'

const preciseToMs = 60_000

interface Seen {
  client: string
  device_references: readonly string[]
  now: Date
  aMinuteAgo: Date
}

const noteSeen = preparedStatement('note devices seen', (db, { client, device_references, now, aMinuteAgo }: Seen) =>
  db
    .updateTable('devices')
    .set({ last_seen: now })
    .where('client', '=', client)
    .where('device_reference', '=', sql<string>`any(${device_references}::text[])`)
    .where((eb) => eb.or([eb('last_seen', 'is', null), eb('last_seen', '<', sql<string>`${aMinuteAgo}`)])),
)

/** A device that made a call, with its stored `last_seen`. */
export interface SeenDevice {
  device_reference: string
  last_seen: string | null
}

/**
 * The statement that updates `last_seen` of devices, if any is more than a minute old. Updating the row on every call
 * would cost more than the calls.
 */
export const lastSeenStatements = (tx: TenantTransaction, devices: readonly SeenDevice[]): Statement[] => {
  const aMinuteAgo = new Date(tx.now.getTime() - preciseToMs)
  const due = devices.filter(({ last_seen }) => last_seen === null || Date.parse(last_seen) < aMinuteAgo.getTime())
  if (due.length === 0) return []
  const device_references = due.map(({ device_reference }) => device_reference)
  return [noteSeen({ client: tx.client, device_references, now: tx.now, aMinuteAgo })]
}

/** Updates a device's `last_seen`, in the same transaction as the call's changes. */
export const updateLastSeen = async (tx: TenantTransaction, device_reference: string): Promise<void> => {
  for (const statement of lastSeenStatements(tx, [{ device_reference, last_seen: null }])) {
    await tx.db.executeQuery(statement)
  }
}
