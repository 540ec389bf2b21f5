import { createPublicKey, sign, verify } from 'node:crypto'
import {
  ClientIdentifier,
  PayloadReference,
  PayloadType,
  RetentionRule,
  Sha256Hex,
  Timestamp,
  Ulid,
} from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Platform } from '../../core/platform.ts'

const DestroyedPayload = Type.Object({
  payload_reference: PayloadReference,
  payload_type: PayloadType,
  payload_time: Timestamp,
  registered_at: Timestamp,
  sealed_bytes: Type.Union([Type.Integer(), Type.Null()]),
  checksum: Type.Union([Sha256Hex, Type.Null()]),
  former_checksums: Type.Array(Sha256Hex),
  rule: Type.Union([RetentionRule, Type.Null()]),
  downloads: Type.Integer(),
  last_downloaded_at: Type.Union([Timestamp, Type.Null()]),
  object_keys: Type.Array(Type.String()),
})
export type DestroyedPayload = Static<typeof DestroyedPayload>

const Batch = Type.Object({
  format: Type.Literal('holdfast-destruction-1'),
  client: ClientIdentifier,
  batch_id: Ulid,
  run_id: Ulid,
  destroyed_at: Timestamp,
  destroyed_by: Type.String(),
  continued_by: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  payloads: Type.Array(DestroyedPayload),
})
/** The entry of the journal for one transaction that destroys recordings. */
export type Batch = Static<typeof Batch>

const isBatch = Compile(Batch)

/**
 * `intended`: written before the transaction commits. `done`: it has committed. `aborted`: it never did. The journal lies beside the
 * objects, so that a database that is restored from a backup learns what was destroyed since.
 */
export type Step = 'intended' | 'done' | 'aborted'
const steps: readonly string[] = ['intended', 'done', 'aborted'] satisfies Step[]

/** Nobody who can only write to the store can have a recording destroyed at the next start. */
const purpose = 'journal of destructions'

const nameOf = ({ client, batch_id }: Pick<Batch, 'client' | 'batch_id'>, step: Step): string =>
  `${batch_id}.${client}.${step}`

type Parts = Pick<Platform, 'journal' | 'keys'>

/** Each step is signed for itself. */
const signedText = (step: Step, entry: string): Buffer => Buffer.from(`${step}\n${entry}`)

const write = async (
  { journal, keys }: Parts,
  step: Step,
  batch: Pick<Batch, 'client' | 'batch_id'>,
  entry: string,
): Promise<void> => {
  const signature = sign(null, signedText(step, entry), keys.signingKey(purpose).privateKey).toString('base64')
  await journal.write(nameOf(batch, step), JSON.stringify({ entry, signature }))
}

export const writeIntention = (parts: Parts, batch: Batch): Promise<void> =>
  write(parts, 'intended', batch, JSON.stringify(batch))

export const writeEnd = (
  parts: Parts,
  { client, batch_id }: Pick<Batch, 'client' | 'batch_id'>,
  step: 'done' | 'aborted',
): Promise<void> => write(parts, step, { client, batch_id }, JSON.stringify({ client, batch_id }))

export interface JournaledBatch {
  client: string
  batch_id: string
  steps: ReadonlySet<Step>
}

/** All batches in the journal, or those that begin at an identifier or later, oldest first. */
export const journaledBatches = async ({ journal }: Pick<Parts, 'journal'>, from = ''): Promise<JournaledBatch[]> => {
  const found = new Map<string, { client: string; batch_id: string; steps: Set<Step> }>()
  for (const name of (await journal.names(from)).sort()) {
    const [batch_id = '', client = '', step = ''] = name.split('.')
    if (!steps.includes(step)) continue
    const batch = found.get(`${batch_id}.${client}`) ?? { client, batch_id, steps: new Set<Step>() }
    batch.steps.add(step as Step)
    found.set(`${batch_id}.${client}`, batch)
  }
  return [...found.values()]
}

/**
 * What a batch destroyed.
 * @throws Error if the entry is missing, or is not as it was written
 */
export const readBatch = async (parts: Parts, batch: Pick<Batch, 'client' | 'batch_id'>): Promise<Batch> => {
  const read = JSON.parse(await readSigned(parts, batch, 'intended')) as unknown
  if (!isBatch.Check(read) || read.client !== batch.client || read.batch_id !== batch.batch_id) {
    throw changed(nameOf(batch, 'intended'))
  }
  return read
}

/** @throws Error if the batch did not end in this way, or the entry is not as it was written */
export const assertEnded = async (
  parts: Parts,
  batch: Pick<Batch, 'client' | 'batch_id'>,
  step: 'done',
): Promise<void> => {
  const { client, batch_id } = JSON.parse(await readSigned(parts, batch, step)) as Partial<Batch>
  if (client !== batch.client || batch_id !== batch.batch_id) throw changed(nameOf(batch, step))
}

const readSigned = async (
  { journal, keys }: Parts,
  batch: Pick<Batch, 'client' | 'batch_id'>,
  step: Step,
): Promise<string> => {
  const name = nameOf(batch, step)
  const { entry, signature } = parsed(await journal.read(name), name)
  const isOwn = keys
    .verificationKeys(purpose)
    .map((jwk) => createPublicKey({ key: { ...jwk }, format: 'jwk' }))
    .some((key) => verify(null, signedText(step, entry), key, Buffer.from(signature, 'base64')))
  if (!isOwn) throw changed(name)
  return entry
}

const parsed = (text: string | null, name: string): { entry: string; signature: string } => {
  try {
    const { entry, signature } = JSON.parse(text ?? '') as Record<string, unknown>
    if (typeof entry === 'string' && typeof signature === 'string') return { entry, signature }
  } catch {
    // The same as an entry without its fields.
  }
  throw changed(name)
}

const changed = (name: string): Error =>
  new Error(
    `OBJECTS_URL: the entry ${name} of the journal of destructions (~destructions/) is missing or was changed: restore it from a copy of the store.`,
  )
