import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { ListTotal, listQuery } from './pages.ts'
import { PayloadDataStatus, PlayedRange } from './payload-data.ts'
import { PayloadParams } from './payloads.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { Receipt } from './receipts.ts'
import { anyOf } from './reference-lists.ts'
import { RemovedByRetention } from './retention-runs.ts'
import { Timestamp } from './times.ts'

/** Who did something: a person, a client app, a handset, or the product itself. */
export const actorKinds = ['person', 'client_app', 'device', 'system'] as const
export const ActorKind = Type.Enum(actorKinds)
export type ActorKind = Static<typeof ActorKind>

export const ImportedFrom = Type.Object(
  {
    source: Type.String(),
    reference: Type.String({ description: 'Of the recording at the source' }),
    file_name: nullable(Type.String()),
    row_number: nullable(Type.Integer({ minimum: 1 })),
    content_file: nullable(Type.String()),
    content_sha256: nullable(Type.String({ description: 'Of the file of the source when it was imported' })),
  },
  {
    title: 'ImportedFrom',
    description:
      'Of payload.imported alone: where custody of a legacy recording begins. What happened to it before, nothing here proves.',
  },
)
export type ImportedFrom = Static<typeof ImportedFrom>

export const PayloadAudit = Type.Object(
  {
    ...accountFields,
    records: Type.Array(
      Type.Object({
        portal_user: nullable(UserReference),
        actor_kind: ActorKind,
        actor: Type.String({
          description: 'The person, app (`app/` and its reference) or device; `system` for the product itself.',
        }),
        action: Type.String({ description: 'The name of an audit event, e.g. payload.played.' }),
        time: Timestamp,
        reason: nullable(
          Type.String({
            description: 'Why, in their own words: of opened content where the account asks, and of a deletion.',
          }),
        ),
        played: nullable(
          Type.Array(PlayedRange, { description: 'Which seconds the player reported; of payload.listened alone.' }),
        ),
        /** Of requests for content alone: `payload.data_requested` and `payload.thumbnail_requested`. */
        status: nullable(PayloadDataStatus),
        retention: nullable(RemovedByRetention),
        imported: nullable(ImportedFrom),
      }),
    ),
    receipts: Type.Array(Receipt, { description: 'All of them, the first one first' }),
    count: Type.Integer({ minimum: 0, description: 'Of the records on this page' }),
    last_key: nullable(Type.String({ description: 'Continues with earlier records; null on the last page' })),
  },
  {
    title: 'PayloadAudit',
    description: 'What happened to a recording, latest first, in pages; and who confirmed its receipt.',
  },
)
export type PayloadAudit = Static<typeof PayloadAudit>

export const getPayloadAudit = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/audit',
  summary: 'Tells what happened to a recording and who listened to it.',
  action: 'payloads:read',
  params: PayloadParams,
  requestHeaders: portalReadHeaders,
  query: listQuery({ actor_kinds: anyOf(ActorKind) }),
  response: Type.Union([PayloadAudit, ListTotal]),
  errors: ['payload.not_found', 'list.bad_last_key'],
})

export const payloadAuditCalls = { getPayloadAudit }
