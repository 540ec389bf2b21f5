import type { MediaPart } from '@holdfast/contract'
import type { Insertable } from 'kysely'
import type { PayloadRow, Tables, TenantTransaction } from '../../platform/database/index.ts'
import type { DecodingFailure } from '../../platform/media/index.ts'
import type { MadeParts } from './make-parts.ts'
import type { SealedPart } from './part-writer.ts'
import { type PossiblePart, partContentType } from './parts-of-media.ts'

const worker = { kind: 'system', reference: 'worker' } as const

/** `unneeded`: every browser plays the original. `postponed`: it has to be encoded, which another job does. */
export type Failure = DecodingFailure | 'unneeded' | 'postponed'

/** Others say nothing of the recording: the machine may have been busy. They are tried again when somebody asks for the part. */
const finalFailures: readonly string[] = ['undecodable', 'too_large', 'unneeded', 'postponed'] satisfies Failure[]
const maxAttempts = 3
const pauseMs = 60 * 60 * 1000

export interface PartState {
  failure: string | null
  attempts: number
  made_at: string
}

/** Between two decoders that people start for the same recording. */
const retryPauseMs = 10 * 1000

const mayPass = (failure: string | null): boolean => failure !== null && !finalFailures.includes(failure)

/** From when on a part that could not be made is tried again when somebody asks for it; `null` if never. */
export const dueFrom = ({ failure, attempts, made_at }: PartState): Date | null =>
  mayPass(failure) && attempts < maxAttempts ? new Date(Date.parse(made_at) + pauseMs) : null

export const isDue = (state: PartState, now: Date): boolean => {
  const from = dueFrom(state)
  return from !== null && now > from
}

/** Whether a person may have it tried now, however often it has failed. */
export const mayRetry = ({ failure, made_at }: PartState, now: Date): boolean =>
  mayPass(failure) && now.getTime() - Date.parse(made_at) > retryPauseMs

/** Makes what failed without the recording being the cause due at once. */
export const forgetFailures = async (tx: TenantTransaction, payload_reference: string): Promise<void> => {
  await tx.db
    .deleteFrom('derived_media')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .where('failure', 'is not', null)
    .where('failure', 'not in', [...finalFailures])
    .execute()
}

/** What was made of a recording, or why it was not. */
export const findStates = (tx: TenantTransaction, payload_reference: string) =>
  tx.db
    .selectFrom('derived_media')
    .select(['part', 'place', 'failure', 'attempts', 'made_at'])
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()

export const findRow = (tx: TenantTransaction, payload_reference: string, part: MediaPart, place: number) =>
  tx.db
    .selectFrom('derived_media')
    .select(['content_type', 'iv', 'size', 'sealed', 'head_iv', 's3_path', 'failure', 'attempts', 'made_at'])
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .where('part', '=', part)
    .where('place', '=', place)
    .executeTakeFirst()

export type Outcome = MadeParts

/**
 * Records what was made, or why not, so that nobody waits for it.
 * @returns the keys of the objects that the rows name
 */
export const saveOutcome = async (
  tx: TenantTransaction,
  { payload_reference, media }: PayloadRow,
  wanted: readonly PossiblePart[],
  outcome: Outcome,
): Promise<ReadonlySet<string>> => {
  const failureOf = ({ part }: PossiblePart): Failure => {
    if (outcome.postponed.includes(part)) return 'postponed'
    return outcome.failures.get(part) ?? (part === 'rendition' ? 'unneeded' : 'undecodable')
  }
  const rows = wanted.map((part) => rowOf(part, outcome.parts, failureOf(part)))
  const used = await upsertRows(tx, payload_reference, rows)
  const attachment = media?.attachments ? { attachment: wanted[0]?.place } : {}
  const made = outcome.parts.map(({ part }) => part)
  const [failure] = outcome.failures.values()
  await tx.custody(worker, [
    ...(made.length > 0
      ? [{ payload_reference, event: 'payload.derived' as const, details: { parts: made, ...attachment } }]
      : []),
    ...(failure !== undefined
      ? [{ payload_reference, event: 'payload.derivation_failed' as const, details: { failure, ...attachment } }]
      : []),
  ])
  return used
}

type NewPart = Omit<Insertable<Tables['derived_media']>, 'client' | 'payload_reference' | 'made_at'>

const rowOf = (wanted: PossiblePart, made: readonly SealedPart[], failure: Failure): NewPart => {
  const { part, place } = wanted
  const found = made.find((other) => other.part === part)
  const nothing = { content_type: null, iv: null, size: null, sealed: null, head_iv: null, s3_path: null }
  if (!found) return { part, place, ...nothing, failure }
  return { ...nothing, ...found, place, content_type: partContentType(wanted), failure: null }
}

/** Another worker may have made the same parts meanwhile: its rows stay. Failures are replaced. */
const upsertRows = async (
  tx: TenantTransaction,
  payload_reference: string,
  parts: readonly NewPart[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.db
    .insertInto('derived_media')
    .values(parts.map((part) => ({ ...part, client: tx.client, payload_reference, made_at: tx.now })))
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'payload_reference', 'part', 'place'])
        .doUpdateSet((eb) => ({
          ...Object.fromEntries(replaced.map((column) => [column, eb.ref(`excluded.${column}`)])),
          attempts: eb('derived_media.attempts', '+', 1),
        }))
        .where('derived_media.failure', 'is not', null),
    )
    .returning('s3_path')
    .execute()
  return new Set(rows.flatMap(({ s3_path }) => s3_path ?? []))
}

const replaced = ['content_type', 'iv', 'size', 'sealed', 'head_iv', 's3_path', 'failure', 'made_at'] as const
