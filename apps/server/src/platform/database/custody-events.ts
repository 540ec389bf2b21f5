import type { AuditEvent } from '@holdfast/contract'
import type { CompiledQuery, Kysely } from 'kysely'
import { newId } from '../clock/identifiers.ts'
import { insertRows } from './insert-rows.ts'
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

/** A custody event and who it tells of. */
export interface AttributedEvent extends CustodyEvent {
  actor: Actor
}

/** The statement that writes custody events in the transaction of the change that they tell of. */
export const custodyStatement = (
  db: Kysely<Tables>,
  { client, now }: { client: string; now: Date },
  events: readonly AttributedEvent[],
): CompiledQuery =>
  insert(
    db,
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
