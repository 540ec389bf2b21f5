import type { AuditEvent } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { newId } from '../identifiers.ts'
import { insertRows } from './insert-rows.ts'
import type { Statement } from './statements.ts'
import type { Tables } from './tables.ts'

/** Who did something to a payload. */
export interface Actor {
  kind: 'portal_user' | 'client_app' | 'device' | 'system'
  reference: string
  address?: string
  request_id?: string
}

export interface CustodyEvent {
  payload_reference: string
  event: AuditEvent
  details?: Record<string, unknown>
}

const insert = insertRows('custody_events', [
  'event_id',
  'payload_reference',
  'event',
  'occurred_at',
  'actor_kind',
  'actor',
  'address',
  'request_id',
  'details',
])

/** A custody event and who caused it. */
export interface AttributedEvent extends CustodyEvent {
  actor: Actor
}

/** The statement that inserts custody events, for the transaction that makes the change. */
export const custodyStatement = (
  { client, now }: { client: string; now: Date },
  events: readonly AttributedEvent[],
): Statement =>
  insert(
    client,
    events.map(({ actor, payload_reference, event, details = {} }) => ({
      event_id: newId(now),
      payload_reference,
      event,
      occurred_at: now,
      actor_kind: actor.kind,
      actor: actor.reference,
      address: actor.address ?? null,
      request_id: actor.request_id ?? null,
      details,
    })),
  )

/** Which custody events of a payload to read: at most `limit`, of these kinds of actors, that are earlier than an event. */
export interface CustodyPage {
  limit: number
  actor_kinds: readonly Actor['kind'][] | undefined
  before: string | undefined
}

/** Custody events of a payload, latest first. */
export const readCustodyEvents = (
  { client, db }: { client: string; db: Kysely<Tables> },
  payload_reference: string,
  { limit, actor_kinds, before }: CustodyPage,
) =>
  db
    .selectFrom('custody_events')
    .select(['event_id', 'event', 'occurred_at', 'actor_kind', 'actor', 'details'])
    .where('client', '=', client)
    .where('payload_reference', '=', payload_reference)
    .$if(actor_kinds !== undefined, (query) => query.where('actor_kind', 'in', actor_kinds ?? []))
    .$if(before !== undefined, (query) => query.where('event_id', '<', before ?? ''))
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute()

/** How many custody events a payload has, of these kinds of actors; counts at most `limit`. */
export const countCustodyEvents = async (
  { client, db }: { client: string; db: Kysely<Tables> },
  payload_reference: string,
  { limit, actor_kinds }: Pick<CustodyPage, 'limit' | 'actor_kinds'>,
): Promise<number> => {
  const counted = db
    .selectFrom('custody_events')
    .select('event_id')
    .where('client', '=', client)
    .where('payload_reference', '=', payload_reference)
    .$if(actor_kinds !== undefined, (query) => query.where('actor_kind', 'in', actor_kinds ?? []))
    .limit(limit)
  const { events } = await db
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  return events
}

/** The latest event of a name in the custody of a payload. */
export const lastCustodyEvent = (
  { client, db }: { client: string; db: Kysely<Tables> },
  payload_reference: string,
  event: AuditEvent,
) =>
  db
    .selectFrom('custody_events')
    .select(['occurred_at', 'actor', 'details'])
    .where('client', '=', client)
    .where('payload_reference', '=', payload_reference)
    .where('event', '=', event)
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Events of the chain of custody in which somebody gets the content of a payload. */
const openings = [
  'payload.played',
  'payload.listened',
  'payload.viewed',
  'payload.downloaded',
  'payload.read_in_conversation',
] as const satisfies readonly AuditEvent[]

/** Somebody asks for an address of the content; it is given if the status is 'Ok'. */
export const addressGiven = 'payload.data_requested' satisfies AuditEvent

/** When somebody opened the content of these payloads or was given an address of it, and what they played of it. */
export const openingsBy = (
  { client, db }: { client: string; db: Kysely<Tables> },
  actor: string,
  payload_references: readonly string[],
) =>
  db
    .selectFrom('custody_events')
    .select(['payload_reference', 'event', 'details'])
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('actor', '=', actor)
    .where((eb) =>
      eb.or([eb('event', 'in', openings), sql<boolean>`event = ${addressGiven} and details ->> 'status' = 'Ok'`]),
    )
    .execute()

/** How often an event happened to each of these payloads, and when last; payloads without it are not in the list. */
export const custodyTimes = (
  { client, db }: { client: string; db: Kysely<Tables> },
  payload_references: readonly string[],
  event: AuditEvent,
): Promise<{ payload_reference: string; times: number; last_at: string }[]> =>
  db
    .selectFrom('custody_events')
    .select((eb) => [
      'payload_reference',
      eb.fn.countAll<number>().as('times'),
      eb.fn.max<string>('occurred_at').as('last_at'),
    ])
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('event', '=', event)
    .groupBy('payload_reference')
    .execute()

/** The times at which migrations changed these payloads. */
export const migratedChanges = (
  { client, db }: { client: string; db: Kysely<Tables> },
  payload_references: readonly string[],
): Promise<{ payload_reference: string; at: string }[]> =>
  db
    .selectFrom('custody_events')
    .select(['payload_reference', 'occurred_at as at'])
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('event', '=', 'payload.amended' satisfies AuditEvent)
    .where(sql<boolean>`details ? 'migration_id'`)
    .execute()
