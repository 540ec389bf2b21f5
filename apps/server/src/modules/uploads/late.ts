import { limits } from '@holdfast/contract'

const dayMs = 24 * 60 * 60 * 1000

/** A recording whose content is missing now is late if it was made before this time (docs/decisions/0077). */
export const lateIfMadeBefore = (now: Date): Date => new Date(now.getTime() - limits.lateAfterDays * dayMs)

/** Whether a recording that is missing, or arrives, now is late: more than 7 days after it was made. */
export const isLate = (payload_time: string | Date, now: Date): boolean =>
  new Date(payload_time) < lateIfMadeBefore(now)
