import { hash } from 'node:crypto'
import {
  checkPayloadRegistration,
  type ErrorCode,
  type PayloadRegistration,
  type PayloadState,
  type PayloadType,
  ProductError,
  payloadMetaSchemas,
  serviceOfPayloadType,
} from '@holdfast/contract'
import { sealProblems } from '@holdfast/custody'
import { Compile, type Validator } from 'typebox/compile'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import { isStorable, type PayloadRow } from '../../platform/database/index.ts'
import type { Seal } from '../payloads/index.ts'
import type { Holder } from './holder.ts'
import { isWrappedFor } from './is-wrapped-for.ts'
import type { RegistrationFacts } from './registration-facts.ts'
import { isSameRecording, isSameSeal } from './same-registration.ts'
import { isUploadable } from './uploadable.ts'

const compiled = new Map<PayloadType, Pick<Validator, 'Check'>>()

/** Whether the metadata of a registration matches the contract's schema for its type. Schemas are compiled on first use. */
const hasValidMeta = ({ payload_type, meta }: PayloadRegistration): boolean => {
  const check = compiled.get(payload_type) ?? Compile(payloadMetaSchemas[payload_type])
  compiled.set(payload_type, check)
  return check.Check(meta)
}

/** The decision about one item of a batch. `content`: its sealed bytes, checked but not stored yet. */
export type Decision =
  | { kind: 'new'; item: PayloadRegistration; content: Buffer | null; holder: Holder }
  | { kind: 'known'; item: PayloadRegistration; payload: PayloadRow; arrivedBytes: number; content: Buffer | null }
  | { kind: 'resealed'; item: PayloadRegistration; payload: PayloadRow; content: Buffer | null }
  | { kind: 'repeated'; item: PayloadRegistration }
  | { kind: 'refused'; item: PayloadRegistration; code: ErrorCode; message: string }

/** A seal that a handset replaced. */
export type FormerSeal = Seal & { payload_reference: string }

type FactsOfItems = RegistrationFacts & { formerSeals: readonly FormerSeal[] }

/** Decides each item on its own. Within a batch, the first item with a reference or sequence number gets it. */
export const decideRegistrations = (
  items: readonly PayloadRegistration[],
  device: DevicePrincipal,
  facts: FactsOfItems,
): Decision[] => {
  const accepted = new Map<string, PayloadRegistration>()
  const sequences = new Map(facts.sequences)
  return items.map((item): Decision => {
    const earlier = accepted.get(item.payload_reference)
    if (earlier) {
      return JSON.stringify(earlier) === JSON.stringify(item)
        ? { kind: 'repeated', item }
        : refused(item, 'payload.conflict')
    }
    const decision = decideOne(item, device, facts, sequences)
    if (decision.kind !== 'refused') {
      accepted.set(item.payload_reference, item)
      sequences.set(item.sequence, item.payload_reference)
    }
    return decision
  })
}

const decideOne = (
  item: PayloadRegistration,
  device: DevicePrincipal,
  facts: FactsOfItems,
  sequences: ReadonlyMap<number, string>,
): Decision => {
  const malformed = problemOf(item)
  if (malformed) return invalid(item, malformed)
  const payload = facts.known.get(item.payload_reference)
  if (payload) return decideKnown(item, payload, device, facts)
  const holder = facts.holderAt(item.payload_time)
  const service = serviceOfPayloadType[item.payload_type]
  if (service !== null && !holder.services.has(service)) {
    return refused(item, 'payload.type_not_allowed', { payload_type: item.payload_type })
  }
  const wrongKey = refusalOfKey(item, facts)
  if (wrongKey) return wrongKey
  if (item.sequence > facts.highestSequence) {
    // No number could follow the largest one, and the gap before a wrong number would hide real ones.
    return invalid(item, `/sequence must be at most ${facts.highestSequence}: it is too far above next_sequence`)
  }
  if (sequences.has(item.sequence)) return refused(item, 'payload.sequence_conflict')
  const content = readInlineContent(item)
  return 'refusal' in content ? refused(item, content.refusal) : { kind: 'new', item, content: content.bytes, holder }
}

/** A reference of another device is refused with the same message as other content under the device's own reference. */
const decideKnown = (
  item: PayloadRegistration,
  payload: PayloadRow,
  device: DevicePrincipal,
  facts: FactsOfItems,
): Decision => {
  if (payload.device_reference !== device.device_reference || !isSameRecording(item, payload)) {
    return refused(item, 'payload.conflict')
  }
  if (!isSameSeal(item, payload)) return decideNewSeal(item, payload, facts)
  const canArrive = isUploadable(payload.payload_state as PayloadState)
  const arrivedBytes = canArrive ? (facts.arrivedBytes.get(payload.payload_reference) ?? 0) : (payload.size ?? 0)
  const content = readInlineContent(item)
  if ('refusal' in content) return refused(item, content.refusal)
  return { kind: 'known', item, payload, arrivedBytes, content: canArrive ? content.bytes : null }
}

/**
 * A handset may seal a recording again while its bytes have not arrived or did not open (docs/decisions/0078). A seal that was
 * replaced before is refused: that request was under way for longer than the one that replaced it.
 */
const decideNewSeal = (item: PayloadRegistration, payload: PayloadRow, facts: FactsOfItems): Decision => {
  const isFormer = facts.formerSeals.some(
    (seal) => seal.payload_reference === item.payload_reference && isSameSeal(seal, item),
  )
  const isSealed = item.key_id !== undefined
  if (!isSealed || isFormer || !isUploadable(payload.payload_state as PayloadState)) {
    return refused(item, 'payload.conflict')
  }
  const wrongKey = refusalOfKey(item, facts)
  if (wrongKey) return wrongKey
  const content = readInlineContent(item)
  return 'refusal' in content
    ? refused(item, content.refusal)
    : { kind: 'resealed', item, payload, content: content.bytes }
}

/** The refusal of an item whose data key is wrapped for no key of the account; `null` also for one without content. */
const refusalOfKey = (item: PayloadRegistration, { keys }: RegistrationFacts): Decision | null => {
  if (item.key_id === undefined) return null
  const key = keys.get(item.key_id)
  if (!key) return refused(item, 'payload.unknown_key', { key_id: item.key_id })
  return isWrappedFor(item.encrypted_dek ?? '', key)
    ? null
    : invalid(item, `/encrypted_dek must be of ${key.algorithm}`)
}

const problemOf = (item: PayloadRegistration): string | null => {
  const [problem] = checkPayloadRegistration(item, hasValidMeta)
  if (problem) return `${problem.path} ${problem.message}`
  const [unsealed] = sealProblems(item)
  if (unsealed) return `/${unsealed.field} ${unsealed.message}`
  return isStorable([item.numbers, item.meta, item.encrypted_dek, item.iv, item.key_id])
    ? null
    : 'a text is not well-formed Unicode, or holds U+0000'
}

const invalid = (item: PayloadRegistration, message: string): Decision => ({
  kind: 'refused',
  item,
  code: 'request.invalid',
  message,
})

const refused = (item: PayloadRegistration, code: ErrorCode, details: Record<string, unknown> = {}): Decision => ({
  kind: 'refused',
  item,
  code,
  message: new ProductError(code, details).message,
})

type InlineContent = { bytes: Buffer | null } | { refusal: 'payload.size_mismatch' | 'payload.checksum_mismatch' }

/** Reads the sealed bytes in a registration, and refuses them if they are not the registered ones. */
const readInlineContent = (item: PayloadRegistration): InlineContent => {
  if (item.content === undefined) return { bytes: null }
  const bytes = Buffer.from(item.content, 'base64')
  if (bytes.length !== item.size) return { refusal: 'payload.size_mismatch' }
  const checksum = hash('sha256', bytes)
  return checksum === item.checksum ? { bytes } : { refusal: 'payload.checksum_mismatch' }
}
