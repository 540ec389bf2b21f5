import { type Alert, type CallInput, type calls, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  answerList,
  answerTableList,
  cappedTotal,
  maxCountedRows,
  type RequestContext,
} from '../../core/calls/index.ts'
import { allOf, type Condition, containsText, isAnyOf, isEqual } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { alertColumns, type SelectedAlert, toAlert } from './alert-row.ts'
import { type AlertReader, readerOf, staffReaderOf } from './policy.ts'

type Filter = NonNullable<CallInput<typeof calls.listAlerts>['query']['filter']>

/** `GET /alerts` of the account, the last that occurred first. */
export const listAlerts = async (ctx: RequestContext, { query }: CallInput<typeof calls.listAlerts>) => {
  const reader = await readerOf(ctx)
  return answerTableList(ctx, query, {
    list: 'alerts',
    table: 'alerts',
    columns: alertColumns,
    key: [timeOf(query.filter), 'alert_reference'],
    direction: 'desc',
    conditions: (filter) => [...reader.conditions, ...conditionsOf(filter, reader)],
    toItems: (rows): Alert[] => rows.map((row) => toAlert(row, reader)),
  })
}

/**
 * `GET /alerts` of the provider's area: those of all accounts that it shows. Each account's are read from its own index and merged,
 * because no index begins with a time.
 */
export const listAllAlerts = async (ctx: RequestContext, { query }: CallInput<typeof calls.listAllAlerts>) => {
  const reader = staffReaderOf(ctx)
  const clients = query.filter?.clients ?? (await ctx.platform.clients.names())
  const time = timeOf(query.filter)
  const columns = sql.join(alertColumns.map((column) => sql.ref(column)))
  const where = (filter: Partial<Filter>, position: Position | null) =>
    allOf([
      sql<boolean>`client = account.name`,
      ...reader.conditions,
      ...conditionsOf(filter, reader),
      position ? sql<boolean>`(${sql.ref(time)}, alert_reference) < (${sql.join([...position])})` : undefined,
    ])
  return answerList(ctx, query, {
    list: 'alerts of all clients',
    rows: (filter, limit, position) =>
      ctx.platform.database.readAcrossClients(async (db) => {
        const { rows } =
          await sql<SelectedAlert>`select merged.* from unnest(${[...clients]}::text[]) as account (name),
          lateral (select ${columns} from alerts where ${where(filter, position)}
            order by ${sql.ref(time)} desc, alert_reference desc limit ${limit}) as merged
          order by ${sql.ref(time)} desc, alert_reference desc limit ${limit}`.execute(db)
        return rows
      }),
    positionOf: (row) => [row[time], row.alert_reference],
    toItems: (rows): Alert[] => rows.map((row) => toAlert(row, reader)),
    total: (filter) =>
      ctx.platform.database.readAcrossClients(async (db) => {
        const { rows } = await sql<{ total: number }>`select count(*) as total
          from unnest(${[...clients]}::text[]) as account (name),
            lateral (select from alerts where ${where(filter, null)} limit ${maxCountedRows}) as counted`.execute(db)
        return cappedTotal(Math.min(Number(rows[0]?.total ?? 0), maxCountedRows))
      }),
  })
}

const timeOf = (filter: Partial<Filter> | undefined) => filter?.date_filter_type ?? 'last_occurrence'

const conditionsOf = (filter: Partial<Filter>, reader: AlertReader): Condition[] => {
  const time = sql.ref(timeOf(filter))
  const from = filter.date_from && spanOfDateParameter(filter.date_from).from
  const until = filter.date_to && spanOfDateParameter(filter.date_to).until
  return [
    filter.active_only ? isEqual('alert_state', 'Triggered') : undefined,
    from ? sql<boolean>`${time} >= ${from}` : undefined,
    until ? sql<boolean>`${time} < ${until}` : undefined,
    isAnyOf('alert_scope', filter.alert_scopes),
    isAnyOf('alert_type', filter.alert_types),
    isAnyOf('alert_severity', filter.alert_severities),
    isEqual('alert_state', filter.alert_state),
    isAnyOf('condition', filter.conditions),
    isAnyOf('group', filter.groups),
    filter.related_entities === undefined
      ? undefined
      : sql<boolean>`related_entities @> any(${filter.related_entities.map((entity_id) => JSON.stringify([{ entity_id }]))}::jsonb[])`,
    filter.is_dismissed === undefined
      ? undefined
      : sql<boolean>`(${reader.reference} = any(dismissed_by)) = ${filter.is_dismissed}`,
    containsText(['alert_subject', 'alert_message', 'related_entity_string'], filter.search),
  ]
}
