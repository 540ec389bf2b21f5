import { isDeepStrictEqual } from 'node:util'

/**
 * Whether an edit would leave everything as it is stored. Then it is recorded as `record.unchanged` and writes nothing, so that the
 * version stays and no change is shown of somebody who changed nothing. Both sides are compared as the JSON that they are stored as.
 */
export const isUnchanged = (before: unknown, after: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(after)))
