import type { AuditEvent } from '@holdfast/contract'
import type { Kysely } from 'kysely'
import { newId } from '../clock/identifiers.ts'
import { storedJson } from './stored-text.ts'
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

/** Writes custody events in the transaction of the change that they tell of. */
export const recordCustody = async (
  db: Kysely<Tables>,
  { client, now }: { client: string; now: Date },
  actor: Actor,
  events: readonly CustodyEvent[],
): Promise<void> => {
  if (events.length === 0) return
  await db
    .insertInto('custody_events')
    .values(
      events.map(({ payload_reference, event, details = {} }) => ({
        client,
        event_id: newId(now),
        payload_reference,
        event,
        occurred_at: now,
        actor_kind: actor.kind,
        actor: actor.reference,
        address: actor.address ?? null,
        request_id: actor.request_id ?? null,
        details: storedJson(details),
      })),
    )
    .execute()
}
