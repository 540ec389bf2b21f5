/** Scanning quarantined recordings again, for example after a wrong signature was withdrawn. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PayloadReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { Failure } from './payloads.ts'
import { PayloadReferences } from './reference-lists.ts'

export const RescanOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['scanning', 'refused']),
    code: Type.Optional(
      Type.String({
        description: 'Product error code of a refusal: payload.not_found, auth.forbidden or payload.not_quarantined',
      }),
    ),
    message: Type.Optional(Type.String()),
  },
  {
    title: 'RescanOutcome',
    description: 'What became of one recording. One that is being scanned already stays as it is.',
  },
)
export type RescanOutcome = Static<typeof RescanOutcome>

export const rescanPayloads = call({
  catalogue: 'client',
  method: 'POST',
  path: '/payloads/rescan',
  summary:
    'Scans quarantined recordings again: 1 to 100 named ones, or those that were quarantined for a reason, 100 at a time in the order of their references. They become Processed, or are quarantined again.',
  action: 'payloads:update',
  body: Type.Object(
    {
      payload_references: Type.Optional(PayloadReferences),
      failure: Type.Optional({ ...Failure, description: 'Instead of references: the `failure` of the recordings' }),
      after: Type.Optional({
        ...PayloadReference,
        description: 'With `failure`: the `last_reference` of the answer before',
      }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Type.Object({
    items: Type.Array(RescanOutcome),
    last_reference: nullable({
      ...PayloadReference,
      description: 'With `failure`: after this one there may be more; null after the last ones',
    }),
  }),
  audit: 'payload.rescan_requested',
  beyondSpecification: true,
})

export const payloadRescanCalls = { rescanPayloads }
