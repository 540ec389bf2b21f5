import type { CallResponse, calls, PayloadRegistration } from '@holdfast/contract'
import type { AuditedEvent } from '../../core/activities/index.ts'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import { type AuditedTransaction, type RequestContext, type ServedInput, sharedChange } from '../../core/calls/index.ts'
import {
  type Actor,
  type AttributedEvent,
  custodyStatement,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { lastSeenStatements } from '../devices/index.ts'
import { lockGroups } from '../groups/index.ts'
import { formerSealsOf } from '../payloads/index.ts'
import type { WholeContent } from './assemble-upload.ts'
import { type Decision, decideRegistrations, type FormerSeal } from './decide-registration.ts'
import { finishUpload } from './finish-upload.ts'
import { type NewRegistration, registrationStatements } from './insert-registrations.ts'
import { sealedObjectKey } from './object-keys.ts'
import { type RegistrationFacts, readRegistrationFacts } from './registration-facts.ts'
import { eventsOf, outcomesOf } from './registration-outcomes.ts'
import { reseal } from './reseal.ts'
import { isSameSeal } from './same-registration.ts'
import { discardRefusedContents, isForTable, storeInlineContents } from './store-inline-contents.ts'

type Input = ServedInput<typeof calls.registerPayloads>
type Answer = CallResponse<typeof calls.registerPayloads>

const attempts = 5

/**
 * `POST /payloads` of a device: each item is decided on its own, and all accepted ones are registered in one
 * transaction. Small contents are written in the same transaction, larger ones are durable objects before it begins.
 */
export const registerPayloads = async (ctx: RequestContext, { body, invalid }: Input): Promise<Answer> => {
  ctx.setAuditGroup(ctx.device.group)
  /** Decisions of attempts that lost a race. */
  const lost: Decision[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      return await register(ctx, body.items, invalid, lost)
    } catch (error) {
      if (attempt === attempts || !isRaceLost(error)) throw error
    }
  }
}

const register = async (
  ctx: RequestContext,
  items: readonly PayloadRegistration[],
  invalid: Input['invalid'],
  lost: Decision[],
): Promise<Answer> => {
  const facts = await ctx.read((tx) => readRegistrationFacts(tx, ctx.device, items))
  const formerSeals = await readFormerSeals(ctx, items, facts)
  const decisions = decideRegistrations(items, ctx.device, { ...facts, formerSeals })
  ctx.setAuditGroup(groupOf(ctx.device, decisions, invalid))
  await storeInlineContents(ctx.platform.objects, ctx.client, decisions)
  await discardRefusedContents(ctx.platform.objects, ctx.client, lost.splice(0), facts.known)
  await write(ctx, { ...callerOf(ctx), decisions, facts }, eventsOf(decisions, invalid)).catch((error: unknown) => {
    lost.push(...decisions)
    throw error
  })
  countMetrics(ctx, decisions)
  return { items: outcomesOf(decisions, invalid), current_key_id: facts.currentKeyId }
}

/** Few batches need them: those with a recording that was registered before with another seal. */
const readFormerSeals = async (
  ctx: RequestContext,
  items: readonly PayloadRegistration[],
  { known }: RegistrationFacts,
): Promise<FormerSeal[]> => {
  const resealed = items.flatMap((item) => {
    const payload = known.get(item.payload_reference)
    return payload && !isSameSeal(item, payload) ? [item.payload_reference] : []
  })
  return resealed.length > 0 ? ctx.read((tx) => formerSealsOf(tx, resealed)) : []
}

/** Most batches have only new payloads. These are committed together with those of other handsets. */
const write = (ctx: RequestContext, registered: Registered, events: readonly AuditedEvent[]): Promise<void> =>
  registered.decisions.some(changesPayload) || formerGroupsOf(registered.decisions).length > 0
    ? ctx.transaction((tx) => writeAlone(tx, registered, events))
    : ctx.changeShared(registrations, registered, events)

interface Caller {
  device: DevicePrincipal
  actor: Actor
  address: string
}

interface Registered extends Caller {
  decisions: readonly Decision[]
  facts: RegistrationFacts
}

const callerOf = ({ device, actor, address }: RequestContext): Caller => ({ device, actor, address })

/** Whether the payload was registered before, and this item has its missing bytes or a new seal. */
const changesPayload = (decision: Decision): boolean =>
  decision.kind === 'resealed' || (decision.kind === 'known' && decision.content !== null)

/** The content that an item has for a payload that was registered before. */
const completedBy = (client: string, decision: Decision): WholeContent | null => {
  const { checksum, payload_reference } = decision.item
  if (!changesPayload(decision) || !('content' in decision) || !decision.content || checksum === undefined) return null
  if (isForTable(decision)) return { checksum, sealed: decision.content }
  return { checksum, s3_path: sealedObjectKey(client, payload_reference, checksum) }
}

const statementsOf = (tx: TenantTransaction, all: readonly Registered[]): Statement[] => {
  const conflicts = all.flatMap(conflictsOf)
  return [
    ...registrationStatements(tx, all.flatMap(newOf)),
    ...(conflicts.length > 0 ? [custodyStatement(tx, conflicts)] : []),
    ...lastSeenStatements(
      tx,
      all.map(({ device, facts }) => ({ device_reference: device.device_reference, last_seen: facts.last_seen })),
    ),
  ]
}

const registrations = sharedChange(statementsOf)

const newOf = ({ decisions, device, actor, address }: Registered): NewRegistration[] => {
  const by = { device, actor, address }
  return decisions.flatMap((decision) => {
    if (decision.kind !== 'new') return []
    const { item, holder, content } = decision
    return [{ item, content, by, holder }]
  })
}

/** The groups of recordings that were made while the device had a former holder. */
const formerGroupsOf = (decisions: readonly Decision[]): string[] => [
  ...new Set(
    decisions.flatMap((decision) =>
      decision.kind === 'new' && decision.holder.isFormer ? [decision.holder.group] : [],
    ),
  ),
]

/**
 * The group of the batch on the trail: that of all new recordings, if they have the same one and nothing was refused,
 * otherwise the device's. Refused items are not attributed to a former holder.
 */
const groupOf = ({ group }: DevicePrincipal, decisions: readonly Decision[], invalid: Input['invalid']): string => {
  const groups = new Set(decisions.flatMap((decision) => (decision.kind === 'new' ? [decision.holder.group] : [])))
  const isAllTaken = invalid.length === 0 && decisions.every(({ kind }) => kind !== 'refused')
  const [only] = groups
  return isAllTaken && groups.size === 1 && only !== undefined ? only : group
}

const writeAlone = async (
  tx: AuditedTransaction,
  registered: Registered,
  events: readonly AuditedEvent[],
): Promise<void> => {
  // The device's present group exists, but a former one may just have been deleted.
  const groups = formerGroupsOf(registered.decisions)
  if (!(await lockGroups(tx, groups))) throw new RaceLost('a group was deleted meanwhile')
  await tx.executeAll(statementsOf(tx, [registered]))
  for (const decision of registered.decisions) {
    if (decision.kind === 'resealed' && !(await reseal(tx, registered.actor, decision))) {
      throw new RaceLost('the recording has changed meanwhile')
    }
    const completed = completedBy(tx.client, decision)
    if (completed) await finishUpload(tx, registered.actor, decision.item.payload_reference, completed)
  }
  for (const { event, details } of events) tx.audit(event, details)
}

/** The chain of custody of the existing payload records that other content was sent under its reference, and by whom. */
const conflictsOf = ({ actor, decisions, facts: { known } }: Registered): AttributedEvent[] =>
  decisions
    .filter((decision) => decision.kind === 'refused' && decision.code === 'payload.conflict')
    .filter(({ item }) => known.has(item.payload_reference))
    .map(({ item: { payload_reference, checksum, size } }) => ({
      actor,
      payload_reference,
      event: 'payload.conflict_refused',
      details: { checksum: checksum ?? null, size: size ?? null },
    }))

const countMetrics = (ctx: RequestContext, decisions: readonly Decision[]): void => {
  for (const decision of decisions) {
    if (decision.kind !== 'new') continue
    const { payload_type, payload_state } = decision.item
    ctx.platform.metrics.payloads.inc({ payload_type, state: payload_state })
    if (decision.content) ctx.platform.metrics.payloads.inc({ payload_type, state: 'Uploaded' })
  }
}

/** Unique violation and deadlock: a concurrent call took a reference or sequence number, so the batch is decided again. */
const lostRaces = ['23505', '40P01']

class RaceLost extends Error {}

const isRaceLost = (error: unknown): boolean =>
  error instanceof RaceLost || lostRaces.includes((error as { code?: string }).code ?? '')
