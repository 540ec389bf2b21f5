import { type ClientStatistics, payloadStates } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { allOf, isAnyOf, type Tables } from '../../platform/database/index.ts'
import type { CountedDays } from './days.ts'

export type Days = ClientStatistics['days']
export type States = ClientStatistics['recordings']

/** The recordings of each account by day and state, of some services together or of each alone. */
export const readDays = async (
  db: Kysely<Tables>,
  { from, to }: CountedDays,
  { clients, services }: { clients: readonly string[]; services: readonly string[] | null },
): Promise<(client: string, service: string | null) => Days> => {
  const service = services === null ? sql`null::text` : sql`service`
  const { rows } = await sql<{ client: string; service: string | null; days: Days }>`
    select client, service, json_agg(json_build_object('day', day, 'payload_state', payload_state, 'payloads', payloads)
      order by day, payload_state) as days
    from (
      select client, ${service} as service, day, payload_state, sum(payloads) as payloads from daily_statistics
      where ${allOf([isAnyOf('client', clients), services ? isAnyOf('service', services) : undefined])}
        and day >= ${from} and day <= ${to}
      group by 1, 2, 3, 4
    ) counted group by client, service`.execute(db)
  const byKey = new Map(rows.map((row) => [`${row.client} ${row.service}`, row.days]))
  return (client, of) => byKey.get(`${client} ${of}`) ?? []
}

/** The sums of days by state, also of states without any. */
export const byState = (days: Days): States => {
  const states = Object.fromEntries(payloadStates.map((state) => [state, 0])) as States
  for (const { payload_state, payloads } of days) states[payload_state] += payloads
  return states
}
