import { type ClientStatistics, payloadStates } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { allOf, isAnyOf, type Tables } from '../../platform/database/index.ts'
import type { CountedDays } from './days.ts'

export type Days = ClientStatistics['days']
export type States = ClientStatistics['recordings']

/** The recordings of accounts by day and state, of each of these services. */
export const readDays = async (
  db: Kysely<Tables>,
  { from, to }: CountedDays,
  { clients, services }: { clients: readonly string[]; services: readonly string[] },
): Promise<(client: string, service: string) => Days> => {
  const { rows } = await sql<{ client: string; service: string; days: Days }>`
    select client, service, json_agg(json_build_object('day', day, 'payload_state', payload_state, 'payloads', payloads)
      order by day, payload_state) as days
    from daily_statistics
    where ${allOf([isAnyOf('client', clients), isAnyOf('service', services)])} and day >= ${from} and day <= ${to}
    group by client, service`.execute(db)
  const byKey = new Map(rows.map((row) => [`${row.client} ${row.service}`, row.days]))
  return (client, service) => byKey.get(`${client} ${service}`) ?? []
}

/** The sums of days by state, also of states without any. */
export const byState = (days: Days): States => {
  const states = Object.fromEntries(payloadStates.map((state) => [state, 0])) as States
  for (const { payload_state, payloads } of days) states[payload_state] += payloads
  return states
}
