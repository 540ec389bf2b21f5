import { limits } from '@holdfast/contract'

const dayMs = 24 * 60 * 60 * 1000

/** Whether a recording arrives late: more than 7 days after it was made (docs/decisions/0001, 'Payload states'). */
export const isLate = (payload_time: string | Date, now: Date): boolean =>
  now.getTime() - new Date(payload_time).getTime() > limits.lateAfterDays * dayMs
