import { type DeviceConfiguration, type PayloadRegistrationOutcome, readPayloadStatuses } from '@holdfast/contract'
import type { Configuration } from './configuration.ts'
import { DeviceCallError } from './device-call-error.ts'
import type { DeviceCalls } from './device-calls.ts'
import type { Entry, EntryName, Outbox } from './outbox.ts'
import { createProgress } from './progress.ts'
import { register } from './register.ts'
import type { Clock } from './retry.ts'
import { upload } from './upload.ts'

/** The state of the outbox after a round of delivery. */
export interface SyncReport {
  /** Payloads that the server has processed; the handset's copies are removed. */
  processed: number
  /** Payloads still in the outbox. */
  pending: number
  /** Pending payloads that the server did not accept, with its reasons. They stay, and are tried again later. */
  held: { payload_reference: string; code: string }[]
}

export interface Delivery {
  /** One round: register, upload, read statuses. Concurrent callers share one round. */
  deliver: () => Promise<SyncReport>
}

/**
 * Delivers the outbox to the server. The server, not the handset's memory, says what it has, so that a round can
 * be interrupted anywhere and the next one neither loses nor repeats anything.
 */
export const createDelivery = (
  outbox: Outbox,
  calls: DeviceCalls,
  configuration: Configuration,
  clock: Clock,
  partBytes: number | undefined,
): Delivery => {
  const progress = createProgress(clock)
  let round: Promise<SyncReport> | undefined

  const deliver = async (): Promise<SyncReport> => {
    const { upload_limits } = await configuration.recent()
    let processed = 0
    for (const names of inBatches(await outbox.pending(), upload_limits.max_batch_items)) {
      await send(names, upload_limits)
      processed += await readStatuses(names.filter((name) => progress.isUploaded(name)))
    }
    return { processed, pending: (await outbox.pending()).length, held: progress.held() }
  }

  const send = async (names: readonly EntryName[], limits: DeviceConfiguration['upload_limits']): Promise<void> => {
    const due = names.filter((name) => !progress.isUploaded(name) && progress.isDue(name))
    const entries = (await Promise.all(due.map((name) => outbox.read(name)))).filter((entry) => entry !== undefined)
    const { outcomes, current_key_id } = await register(entries, outbox, calls, limits)
    // Before the uploads, which can take long: recordings made meanwhile are sealed to the new key.
    if (current_key_id !== undefined) await configuration.follow(current_key_id)
    for (const [at, entry] of entries.entries()) {
      await deliverEntry(outcomes[at], entry, Math.min(partBytes ?? limits.part_bytes, limits.max_part_bytes))
    }
  }

  /** A payload that can't be delivered does not stop the others; an unreachable server does. */
  const deliverEntry = async (outcome: PayloadRegistrationOutcome | undefined, entry: Entry, part: number) => {
    if (!outcome || outcome.result === 'refused') return progress.hold(entry, outcome?.code ?? 'not_answered')
    const { size, payload_reference } = entry
    try {
      if (size !== undefined && outcome.result !== 'uploaded') {
        await upload({ payload_reference, size, offset: outcome.upload_offset ?? 0 }, part, outbox, calls)
      }
      progress.uploaded(entry)
    } catch (error) {
      if (!(error instanceof DeviceCallError) || error.isWorthRetrying || !isAboutThePayload(error)) throw error
      // Its bytes have arrived already: its status shows the result.
      if (error.code === 'payload.not_uploadable') progress.uploaded(entry)
      else progress.hold(entry, error.code)
    }
  }

  const readStatuses = async (names: readonly EntryName[]): Promise<number> => {
    if (names.length === 0) return 0
    const body = { payload_references: names.map((name) => name.payload_reference) }
    const { items } = await calls.send(readPayloadStatuses, { body })
    const statuses = new Map(items.map((item) => [item.payload_reference, item.status]))
    let processed = 0
    for (const name of names) {
      const status = statuses.get(name.payload_reference)
      if (status === 'processed') {
        await outbox.drop(name)
        progress.forget(name)
        processed += 1
      }
      if (status === 'failed' || status === 'not_found') progress.again(name, status)
    }
    return processed
  }

  return {
    deliver: () => {
      round ??= deliver().finally(() => {
        round = undefined
      })
      return round
    },
  }
}

const isAboutThePayload = ({ code }: DeviceCallError): boolean =>
  code.startsWith('payload.') || code.startsWith('upload.')

function* inBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
