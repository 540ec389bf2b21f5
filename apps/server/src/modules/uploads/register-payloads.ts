import type { CallInput, calls, PayloadRegistrationOutcome } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../platform/http/index.ts'
import { enqueueJobs } from '../../platform/jobs/enqueue-jobs.ts'
import { noteDeviceSeen } from '../devices/index.ts'
import { processPayloadJob } from '../processing/index.ts'
import { type Decision, decideRegistrations } from './decide-registration.ts'
import { finishUpload } from './finish-upload.ts'
import { insertRegistrations, RegistrationRaceLost } from './insert-registrations.ts'
import { sealedObjectKey } from './object-keys.ts'
import { gatherFacts, type RegistrationFacts } from './registration-facts.ts'
import { discardRefusedContents, storeInlineContents } from './store-inline-contents.ts'

type Input = CallInput<typeof calls.registerPayloads>

const attempts = 5

/**
 * `POST /payloads` of a device: every item is decided by itself, all that are accepted are registered in one
 * transaction. Sealed bytes that came along are durable before it begins.
 */
export const registerPayloads = async (ctx: RequestContext, { body }: Input) => {
  ctx.concerns(ctx.device.group)
  /** Of attempts that lost a race. */
  const lost: Decision[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      return { items: await register(ctx, body.items, lost) }
    } catch (error) {
      if (attempt === attempts || !isRaceLost(error)) throw error
    }
  }
}

const register = async (
  ctx: RequestContext,
  items: Input['body']['items'],
  lost: Decision[],
): Promise<PayloadRegistrationOutcome[]> => {
  const facts = await ctx.read((tx) => gatherFacts(tx, ctx.device, items))
  const decisions = decideRegistrations(items, ctx.device, facts)
  await storeInlineContents(ctx.platform.objects, ctx.client, decisions)
  await discardRefusedContents(ctx.platform.objects, ctx.client, lost.splice(0), facts.known)
  await ctx
    .transaction((tx) => write(ctx, tx, decisions, facts))
    .catch((error: unknown) => {
      lost.push(...decisions)
      throw error
    })
  countMetrics(ctx, decisions)
  return decisions.map(outcomeOf)
}

const write = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  decisions: readonly Decision[],
  facts: RegistrationFacts,
): Promise<void> => {
  const created = decisions.filter((decision) => decision.kind === 'new')
  await insertRegistrations(
    tx,
    created.map(({ item, content }) => ({ item, isStored: content !== null })),
    { device: ctx.device, actor: ctx.actor, address: ctx.address, personalPeriods: facts.personalPeriods },
  )
  await enqueueJobs(
    tx.db,
    processPayloadJob,
    created
      .filter(({ content }) => content !== null)
      .map(({ item }) => ({ client: tx.client, payload_reference: item.payload_reference })),
  )
  // Registered before, but without its bytes: rare, so one by one.
  for (const { item, content } of decisions.filter((decision) => decision.kind === 'known')) {
    if (content === null || item.checksum === undefined) continue
    const s3_path = sealedObjectKey(tx.client, item.payload_reference, item.checksum)
    await finishUpload(tx, ctx.actor, item.payload_reference, s3_path)
  }
  await recordConflicts(ctx, tx, decisions, facts)
  await noteDeviceSeen(tx, ctx.device.device_reference)
  tx.audit('payload.registered', tally(decisions))
}

/** The payload that stays is told that other content was offered under its name, and by whom. */
const recordConflicts = (
  ctx: RequestContext,
  tx: AuditedTransaction,
  decisions: readonly Decision[],
  { known }: RegistrationFacts,
): Promise<void> =>
  tx.custody(
    ctx.actor,
    decisions
      .filter((decision) => decision.kind === 'refused' && decision.code === 'payload.conflict')
      .filter(({ item }) => known.has(item.payload_reference))
      .map(({ item: { payload_reference, checksum, size } }) => ({
        payload_reference,
        event: 'payload.conflict_refused',
        details: { checksum: checksum ?? null, size: size ?? null },
      })),
  )

const outcomeOf = (decision: Decision): PayloadRegistrationOutcome => {
  const { payload_reference, size } = decision.item
  if (decision.kind === 'refused') {
    return { payload_reference, result: 'refused', code: decision.code, message: decision.message }
  }
  if (decision.kind === 'repeated') return { payload_reference, result: 'known' }
  if (decision.content !== null) return { payload_reference, result: 'uploaded', upload_offset: size ?? 0 }
  if (decision.kind === 'new') return { payload_reference, result: 'registered', upload_offset: 0 }
  return { payload_reference, result: 'known', upload_offset: decision.arrivedBytes }
}

const tally = (decisions: readonly Decision[]): Record<string, unknown> => {
  const counts: Record<string, number> = {}
  for (const decision of decisions) {
    const { result } = outcomeOf(decision)
    counts[result] = (counts[result] ?? 0) + 1
  }
  const codes = new Set(decisions.flatMap((decision) => (decision.kind === 'refused' ? [decision.code] : [])))
  return { ...counts, ...(codes.size > 0 ? { refused_because: [...codes] } : {}) }
}

const countMetrics = (ctx: RequestContext, decisions: readonly Decision[]): void => {
  for (const decision of decisions) {
    if (decision.kind !== 'new') continue
    const { payload_type, payload_state } = decision.item
    ctx.platform.metrics.payloads.inc({ payload_type, state: payload_state })
    if (decision.content) ctx.platform.metrics.payloads.inc({ payload_type, state: 'Uploaded' })
  }
}

const deadlock = '40P01'

const isRaceLost = (error: unknown): boolean =>
  error instanceof RegistrationRaceLost || (error as { code?: string }).code === deadlock
