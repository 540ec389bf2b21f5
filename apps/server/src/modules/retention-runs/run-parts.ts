import { payloadTypes, type RetentionEntityType, retentionEntityTypes } from '@holdfast/contract'
import type { RunPosition } from '../retention/index.ts'

/** Come last: they are kept by what else there is of them, which may end in the same run. */
const lastTypes: readonly RetentionEntityType[] = ['DeviceData', 'DeviceUserData']

/** The parts of a run, in order: recordings by type, then other data. */
const parts = [
  ...payloadTypes,
  ...retentionEntityTypes.filter((type) => !lastTypes.includes(type)),
  ...lastTypes,
] as const
export type RunPart = (typeof parts)[number]

export const firstPosition: RunPosition = { part: parts[0], after: null }

export const partOf = (position: RunPosition): RunPart | undefined => parts.find((part) => part === position.part)

export const isEntityPart = (part: RunPart): part is RetentionEntityType =>
  retentionEntityTypes.some((entity_type) => entity_type === part)

/** The beginning of the next part; `null` after the last one. */
export const nextPart = (part: RunPart): RunPosition | null => {
  const next = parts[parts.indexOf(part) + 1]
  return next ? { part: next, after: null } : null
}
