import type { Timestamp } from '@holdfast/contract'
import { limits } from '@holdfast/contract'

const dayMs = 24 * 60 * 60 * 1000

/** The instant that a handset's timestamp names: UTC with or without its Z, and a space may stand for the T. */
export const instantOf = (timestamp: Timestamp): Date => new Date(`${timestamp.replace(' ', 'T').replace(/Z$/, '')}Z`)

/** Whether a recording arrives late: more than 7 days after it was made (docs/decisions, 'Payload states'). */
export const isLate = (payload_time: string | Date, now: Date): boolean =>
  now.getTime() - new Date(payload_time).getTime() > limits.lateAfterDays * dayMs
