import type { CallResponse, calls } from '@holdfast/contract'
import type { InvalidItem } from '../../platform/http/index.ts'

/**
 * Refuses items whose reference another device of the account has used: they are not kept, and without a word they would be lost.
 * @param references of the items that were not refused before, in the order in which they were sent
 * @param ofOthers which of them other devices have used
 */
export const withItemsOfOthers = (
  invalid: readonly InvalidItem[],
  field: 'gps_reference' | 'log_id',
  references: readonly string[],
  ofOthers: ReadonlySet<string>,
): InvalidItem[] => {
  const before = new Set(invalid.map(({ index }) => index))
  const indexes = Array.from({ length: references.length + invalid.length }, (_, index) => index)
  const kept = indexes.filter((index) => !before.has(index))
  const refused = references.flatMap((reference, place): InvalidItem[] => {
    const index = kept[place]
    if (index === undefined || !ofOthers.has(reference)) return []
    return [{ index, texts: {}, message: `/${field} was used by another device: it must be unique in the account` }]
  })
  return [...invalid, ...refused].sort((one, other) => one.index - other.index)
}

/** The answer to a handset that sent several items in one call. */
export const receivedItems = (
  received: number,
  invalid: readonly InvalidItem[],
): CallResponse<typeof calls.receiveDeviceLogs | typeof calls.receivePositions> => ({
  received,
  ...(invalid.length > 0
    ? { refused: invalid.map(({ index, message }) => ({ index, code: 'request.invalid' as const, message })) }
    : {}),
})
