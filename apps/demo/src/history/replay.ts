import { type AuditedTransaction, custodyStatement, type TenantTransaction } from '@holdfast/server'
import type { DemoPerson } from '../demo-customers.ts'
import { insertRows } from './insert-rows.ts'
import { type TrailCall, userRow } from './trail-rows.ts'

/** A call of a person in the past. */
export interface PastCall extends Omit<TrailCall, 'events' | 'status_code'> {
  person: DemoPerson
  /** Tells it from others on the trail. */
  seed: string
}

/** Context of a customer's past events. */
export interface Past {
  people: readonly DemoPerson[]
  /** When the account was opened, in milliseconds since 1970. */
  anchor: number
}

/** The action and the name of a call, as the trail has them. */
export const callOf = ({ action, method, path }: { action: PastCall['action']; method: string; path: string }) => ({
  action,
  call: `${method} ${path}`,
})

/** Makes a change at a time in the past, with its entry on the trail, as the call of a person makes it now. */
export const replay = async <T>(
  tx: TenantTransaction,
  { person, seed, ...call }: PastCall,
  change: (tx: AuditedTransaction) => Promise<T>,
): Promise<T> => {
  const events: { event: string; details: Record<string, unknown> }[] = []
  const audit: AuditedTransaction['audit'] = (event, details = {}) => void events.push({ event, details })
  const result = await change({ ...at(tx, call.at), audit })
  const parameters = { client: tx.client, ...call.parameters }
  await insertRows(tx, 'user_activities', [
    userRow(tx.client, person, { ...call, parameters, status_code: 200, events }, seed),
  ])
  return result
}

/** The transaction with another time, which custody events have as well. */
export const at = (tx: TenantTransaction, moment: number): TenantTransaction => {
  const { client, executeAll } = tx
  const now = new Date(moment)
  const custody: TenantTransaction['custody'] = async (actor, events) => {
    const attributed = events.map((event) => ({ ...event, actor }))
    if (events.length > 0) await executeAll([custodyStatement({ client, now }, attributed)])
  }
  return { ...tx, now, custody }
}

export const timeAt = (moment: number): string => new Date(moment).toISOString()
