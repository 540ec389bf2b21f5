import { monotonicFactory } from 'ulid'

const next = monotonicFactory()

/** A new ULID: 26 characters, sortable by time, and by order of making within one process and millisecond. */
export const newId = (at: Date = new Date()): string => next(at.getTime())
