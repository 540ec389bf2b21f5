import { type CallInput, type CallResponse, type calls, limits, ProductError, payloadTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import {
  type Actor,
  enqueueStatement,
  finish,
  type PayloadRow,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { beginTransition, decideEachPayload, type Move, quarantinedFor, visibleInBoth } from '../payloads/index.ts'
import { processPayloadJob } from './process-payload-job.ts'

type Body = CallInput<typeof calls.rescanPayloads>['body']

/**
 * `POST /payloads/rescan`: each recording is decided on its own. Hidden and unknown recordings are answered alike. A rescan opens and
 * scans the stored bytes as if they had just arrived (docs/decisions/0078).
 */
export const rescanPayloads = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.rescanPayloads>,
): Promise<CallResponse<typeof calls.rescanPayloads>> => {
  assertNamesOne(body)
  const groups = await ctx.groups()
  const payload_references = body.payload_references ?? (await ofReason(ctx, body))
  return ctx.transaction(async (tx) => {
    const { accepted, refusals } = await decideEachPayload(ctx, tx, {
      payload_references,
      action: 'payloads:update',
      groups,
      refusalOf: ({ payload_state }) =>
        payload_state === 'Quarantined' || payload_state === 'Scanning' ? null : 'payload.not_quarantined',
    })
    const statements = await beginRescan(tx, ctx.actor, accepted)
    tx.audit('payload.rescan_requested', {
      ...(body.failure === undefined ? {} : { failure: body.failure }),
      payloads: payload_references.map((payload_reference) => ({
        payload_reference,
        status: refusals.get(payload_reference)?.code ?? 'scanning',
      })),
    })
    const items = payload_references.map((payload_reference) => {
      const refusal = refusals.get(payload_reference)
      if (!refusal) return { payload_reference, result: 'scanning' as const }
      return { payload_reference, result: 'refused' as const, code: refusal.code, message: refusal.message }
    })
    return finish(statements, () => ({ items, last_reference: lastReference(body, payload_references) }))
  })
}

/** @throws ProductError `request.invalid` unless the body has either references or a reason */
const assertNamesOne = ({ payload_references, failure, after }: Body): void => {
  const isOne = payload_references === undefined ? failure !== undefined : failure === undefined && after === undefined
  if (isOne) return
  const message = 'Send either payload_references, or failure and perhaps after'
  throw new ProductError('request.invalid', {}, [{ path: '/body', keyword: 'oneOf', params: {}, message }])
}

const ofReason = async (ctx: RequestContext, { failure = '', after = '' }: Body): Promise<string[]> => {
  const visible = visibleInBoth(
    await ctx.visibility('payloads:read', payloadTypes),
    await ctx.visibility('payloads:update', payloadTypes),
  )
  return ctx.read((tx) => quarantinedFor(tx, { failure, after, visible, limit: limits.maxReferencesInBatch }))
}

/** Moves the quarantined ones among locked payloads to Scanning. Those that are being scanned stay as they are. */
export const beginRescan = async (
  tx: TenantTransaction,
  actor: Actor,
  payloads: readonly PayloadRow[],
): Promise<Statement[]> => {
  const moves = payloads
    .filter(({ payload_state }) => payload_state === 'Quarantined')
    .map((payload): Move => {
      const { failure } = payload
      const set = { failure: null, lost_passes: 0 }
      return {
        payload,
        changes: [{ to: 'Scanning', event: 'payload.rescan_requested', details: { failure }, set }],
      }
    })
  if (moves.length === 0) return []
  const { statements } = await beginTransition(tx, actor, moves)
  const jobs = moves.map(({ payload: { payload_reference } }) => ({ client: tx.client, payload_reference }))
  return [enqueueStatement(processPayloadJob, jobs), ...statements]
}

/** A full batch may have left others; `null` after the last one, and for named recordings. */
const lastReference = ({ failure }: Body, references: readonly string[]): string | null =>
  failure !== undefined && references.length === limits.maxReferencesInBatch ? (references.at(-1) ?? null) : null
