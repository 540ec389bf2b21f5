import { instantOf, unusualOf } from '@holdfast/contract'
import type { PublicKeyRecord } from '../../../core/accounts/index.ts'
import type { Platform } from '../../../core/platform.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { ObjectNotFound } from '../../../platform/objects/index.ts'
import { holdsOn, lockHolds } from '../../legal-holds/index.ts'
import type { LegacyPayload, LegacyRow } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
import { lockPayloads } from '../../payloads/index.ts'
import { type Applied, failed, type Run } from '../apply/run.ts'
import type { ExportFile } from '../exports/export-files.ts'
import { completeMessage } from './complete-message.ts'
import { joinParts } from './conference.ts'
import { type Belonging, decidePayload, endOfHeld } from './decide-payload.ts'
import { type PayloadFacts, readFacts } from './facts.ts'
import { legacyReference } from './legacy-reference.ts'
import { ContentNotAvailable, checkContent, type SealedLegacy, sealContent } from './seal-content.ts'

/** A recording that a transaction stores. */
export interface ToStore extends Belonging {
  sealed: SealedLegacy | null
  /** The rows that it is from; the first one says where custody begins. */
  rows: readonly LegacyRow[]
}

/** How the rows of a batch end, and what is still to be stored. */
export interface PreparedPayloads {
  ended: ReadonlyMap<LegacyRow, Applied>
  toStore: readonly ToStore[]
  facts: PayloadFacts
}

interface Sources {
  files: ReadonlyMap<string, ExportFile>
  key: PublicKeyRecord
}

type PayloadOfRow = LegacyPayload & { payload_reference: string }

/** Decides the rows of a batch, and seals their content, before the transaction that stores them. */
export const preparePayloads = async (
  platform: Platform,
  run: Run,
  sources: Sources,
  rows: readonly LegacyRow[],
): Promise<PreparedPayloads> => {
  const ended = new Map<LegacyRow, Applied>()
  const joined = joinRows(run, rows, ended)
  const facts = await readFacts(
    platform,
    run,
    joined.map(({ payload }) => payload),
  )
  const toStore: ToStore[] = []
  for (const { payload, rows: parts } of joined) {
    const [first] = parts
    const decision = decidePayload(run, first ? completeMessage(payload, first, facts) : payload, facts)
    const prepared = 'ended' in decision ? decision.ended : await seal(platform, run, sources, decision.store)
    if ('code' in prepared) endParts(ended, parts, prepared)
    else toStore.push({ ...prepared, rows: parts })
  }
  return { ended, toStore, facts }
}

/**
 * Decides once more on recordings that are known, and locks them: a hold or a deletion may have come while content was sealed.
 * @param ended gets the rows that end otherwise
 * @returns what is to be stored
 */
export const decideAgain = async (
  tx: TenantTransaction,
  run: Run,
  { toStore, facts }: PreparedPayloads,
  ended: Map<LegacyRow, Applied>,
): Promise<ToStore[]> => {
  const references = toStore.flatMap(({ known, payload_reference }) => (known ? [payload_reference] : []))
  if (references.length === 0) return [...toStore]
  await lockHolds(tx, 'share')
  const rows = await lockPayloads(tx, references)
  const held = new Set((await holdsOn(tx, rows)).keys())
  const fresh = { ...facts, known: new Map(rows.map((row) => [row.payload_reference, row])), held }
  return toStore.flatMap((store): ToStore[] => {
    if (!store.known) return [store]
    const { payload, payload_reference, sealed, rows: parts } = store
    const decision = decidePayload(run, { ...payload, payload_reference }, fresh)
    if ('store' in decision) {
      return [{ ...decision.store, sealed: decision.store.needsContent ? sealed : null, rows: parts }]
    }
    endParts(ended, parts, decision.ended)
    return []
  })
}

/** The further parts of a call are in the recording of the first one. */
export const endParts = (ended: Map<LegacyRow, Applied>, rows: readonly LegacyRow[], applied: Applied): void => {
  for (const [index, row] of rows.entries()) ended.set(row, index === 0 ? applied : withoutBytes(applied))
}

const withoutBytes = ({ bytes: _, ...applied }: Applied): Applied => {
  const isNew = applied.code === 'PayloadCreated' || applied.code === 'RecordedPayloadCreated'
  if (isNew) return { ...applied, code: 'PayloadUpdated' }
  return applied.code === 'PersonalPayloadCreated' ? { ...applied, code: 'PersonalPayloadUpdated' } : applied
}

const joinRows = (run: Run, rows: readonly LegacyRow[], ended: Map<LegacyRow, Applied>) => {
  const byReference = Map.groupBy(
    rows.flatMap((row) => (row.record?.kind === 'payload' ? [{ row, payload: row.record }] : [])),
    ({ payload }) => payload.reference,
  )
  return [...byReference].flatMap(([reference, parts]): { payload: PayloadOfRow; rows: LegacyRow[] }[] => {
    const [first, ...others] = parts
    if (!first) return []
    const isCall = first.payload.payload_type === 'Call'
    const joined = joinParts([first.payload, ...others.map(({ payload }) => payload)])
    if (joined === null && isCall) {
      const message = say('call_disagrees')
      for (const { row } of parts) ended.set(row, { code: 'ConferenceCallWithMismatchingData', message })
      return []
    }
    if (joined === null) for (const { row } of others) ended.set(row, failed(say('reference_twice')))
    const payload = { ...(joined ?? first.payload), payload_reference: legacyReference(run.source, reference) }
    return [{ payload, rows: joined === null ? [first.row] : parts.map(({ row }) => row) }]
  })
}

const seal = async (
  platform: Platform,
  run: Run,
  { files, key }: Sources,
  store: Belonging,
): Promise<Applied | (Belonging & { sealed: SealedLegacy | null })> => {
  const { content, payload_type } = store.payload
  if (!store.needsContent || content === null) return { ...store, sealed: null }
  const file = 'file_name' in content ? files.get(content.file_name) : null
  if (file === undefined) {
    return { code: 'PayloadDataNotAvailable', message: say('no_file') }
  }
  const expected = 'sha256' in content ? content.sha256 : null
  const bytes = file ? file.read() : once('bytes' in content ? content.bytes : new Uint8Array())
  const { payload_reference, device_reference } = store
  try {
    if (!run.isDryRun) {
      const recording = { payload_reference, payload_type, device_reference }
      return { ...store, sealed: await sealContent(platform, run, recording, { content: bytes, expected, key }) }
    }
    if (expected !== null) await checkContent(bytes, expected)
    else if (file?.bytes === 0) throw new ContentNotAvailable(say('file_empty'))
    return { ...store, sealed: null }
  } catch (error) {
    if (error instanceof ContentNotAvailable) return { code: 'PayloadDataNotAvailable', message: error.message }
    if (error instanceof ObjectNotFound) return { code: 'PayloadDataNotAvailable', message: say('file_gone') }
    throw error
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** How the rows of a recording end when it is stored. */
export const endOf = (store: ToStore): Applied => {
  const { payload, known, isHeld, isPersonal, needsContent, sealed } = store
  const bytes = sealed?.bytes ?? 0
  if (known && isHeld) return { ...endOfHeld(store, known), bytes }
  if (known) return { code: isPersonal ? 'PersonalPayloadUpdated' : 'PayloadUpdated', bytes }
  if (isPersonal) return { code: 'PersonalPayloadCreated', bytes }
  const isRecordedOnly = !needsContent && payload.payload_state !== 'NotRecorded' && !hasNoContent(payload)
  return { code: isRecordedOnly ? 'RecordedPayloadCreated' : 'PayloadCreated', bytes }
}

export const hasNoContent = ({ payload_type }: LegacyPayload): boolean =>
  payload_type === 'AbortedCall' || payload_type === 'BlockedCall'

/** Marks a recording as unusual by the rules for those of handsets, but few legacy platforms know lengths and conversations. */
export const unusualMarks = ({ payload, payload_reference }: ToStore) =>
  unusualOf({ ...payload, payload_reference }).filter((mark) => mark !== 'no_length' && mark !== 'no_thread')

export const timeOf = ({ payload }: ToStore): Date => instantOf(payload.payload_time)
