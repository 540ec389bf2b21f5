import type { Updateable } from 'kysely'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { Actor, PayloadRow, Tables, TenantTransaction } from '../../platform/database/index.ts'
import {
  type Damage,
  type Examination,
  examineContent,
  findPayload,
  lockPayload,
  markIntact,
  recordDamage,
} from '../payloads/index.ts'
import { verificationNotice } from './verification-notice.ts'
import { changeVerification, findVerification, type VerificationRow } from './verification-rows.ts'
import { type VerifyPayloadJob, verifyPayloadJob } from './verify-payload-job.ts'
import { whyNotVerifiable } from './why-not-verifiable.ts'

const actor: Actor = { kind: 'system', reference: 'verification' }
const progressMs = 1_000

/** A verification that this job carries out, with the recording as it was when it began. */
interface Verification {
  platform: Platform
  payload: PayloadRow
  row: VerificationRow
}

/**
 * Carries out a verification that somebody asked for, and records its result in the chain of custody. If the bytes can't be
 * read, it is tried again, and in the end recorded as failed, which tells nothing about the recording.
 */
export const verifyPayloadContent: Job<VerifyPayloadJob> = {
  definition: verifyPayloadJob,
  runsWhileQuiet: true,
  async handle({ platform, attempt, signal }, { client, payload_reference }) {
    const begun = await platform.database.transaction(client, (tx) => begin(tx, payload_reference))
    if (!begun) return
    const verification = { platform, ...begun }
    try {
      const onRead = reporter(verification)
      await end(verification, await examineContent(platform, begun.payload, { signal, onRead }))
    } catch (error) {
      if (attempt >= verifyPayloadJob.maxAttempts) await endAs(verification, { state: 'failed' })
      throw error
    }
  },
}

/** @returns `null` if there is nothing to do any more */
const begin = async (
  tx: TenantTransaction,
  payload_reference: string,
): Promise<Omit<Verification, 'platform'> | null> => {
  const payload = await findPayload(tx, payload_reference)
  const row = await findVerification(tx, payload_reference)
  if (!payload || !row || row.ended_at !== null) return null
  const isVerifiable = whyNotVerifiable(payload) === null
  const change = isVerifiable
    ? { state: 'running' as const, bytes_read: 0 }
    : { state: 'failed' as const, ended_at: tx.now }
  await changeVerification(tx, row, change)
  await tx.notify(verificationNotice(payload, { state: change.state, bytes_read: 0 }))
  return isVerifiable ? { payload, row } : null
}

/** Stores and announces the progress, but not more often than people can see. */
const reporter = ({ platform, payload, row }: Verification) => {
  let reportedAt = performance.now()
  return async (bytes_read: number): Promise<void> => {
    if (performance.now() - reportedAt < progressMs) return
    reportedAt = performance.now()
    await platform.database.transaction(payload.client, async (tx) => {
      await changeVerification(tx, row, { bytes_read })
      await tx.notify(verificationNotice(payload, { state: 'running', bytes_read }))
    })
  }
}

const end = async (verification: Verification, { damage, bytes }: Examination): Promise<void> =>
  damage ? endDamaged(verification, damage, bytes) : endIntact(verification, bytes)

const endDamaged = async (verification: Verification, damage: Damage, bytes: number): Promise<void> => {
  const { platform, payload, row } = verification
  const outcome = await recordDamage(platform, actor, payload, damage)
  if (outcome === 'changed') return endAs(verification, { state: 'failed', bytes_read: bytes })
  const { payload_reference } = payload
  const details = { ...damage, bytes, requested_by: row.requested_by }
  await endAs(verification, { state: 'damaged', bytes_read: bytes, found: damage.found }, (tx) =>
    tx.custody(actor, [{ payload_reference, event: 'payload.damage_confirmed', details }]),
  )
}

const endIntact = async (verification: Verification, bytes: number): Promise<void> => {
  const { platform, payload, row } = verification
  const { client, payload_reference, checksum } = payload
  const { requested_by } = row
  await platform.database.transaction(client, async (tx) => {
    const locked = await lockPayload(tx, payload_reference)
    if (!locked || !isAsExamined(locked, payload)) {
      await endIn(tx, verification, { state: 'failed', bytes_read: bytes })
      return
    }
    const intact = {
      state: 'intact',
      bytes_read: bytes,
      checksum,
      verified_at: tx.now,
      verified_by: requested_by,
    } as const
    if (!(await endIn(tx, verification, intact))) return
    await tx.custody(actor, [
      { payload_reference, event: 'payload.verified', details: { checksum, bytes, requested_by } },
    ])
    if (locked.damaged_at !== null) await markIntact(tx, actor, locked)
  })
}

/** It was destroyed, sent again or found damaged by somebody else while it was read. */
const isAsExamined = (payload: PayloadRow, examined: PayloadRow): boolean =>
  (['s3_path', 'is_content_in_table', 'uploaded_at', 'damaged_at', 'encrypted_dek'] as const).every(
    (column) => payload[column] === examined[column],
  ) && whyNotVerifiable(payload) === null

type Ending = Updateable<Tables['payload_verifications']> & Pick<VerificationRow, 'state'>

const endAs = (
  verification: Verification,
  ending: Ending,
  record: (tx: TenantTransaction) => Promise<void> = async () => undefined,
): Promise<void> =>
  verification.platform.database.transaction(verification.payload.client, async (tx) => {
    if (await endIn(tx, verification, ending)) await record(tx)
  })

/** @returns false if this verification had ended before */
const endIn = async (tx: TenantTransaction, { payload, row }: Verification, ending: Ending): Promise<boolean> => {
  const isChanged = await changeVerification(tx, row, { ...ending, ended_at: tx.now })
  if (isChanged) {
    await tx.notify(verificationNotice(payload, { state: ending.state, bytes_read: Number(ending.bytes_read ?? 0) }))
  }
  return isChanged
}
