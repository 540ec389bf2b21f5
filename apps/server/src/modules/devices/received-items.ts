import type { CallResponse, calls } from '@holdfast/contract'
import type { InvalidItem } from '../../platform/http/index.ts'

type Received = CallResponse<typeof calls.receiveDeviceLogs | typeof calls.receivePositions>

/** Why an item that matches its schema is refused by itself: it is not kept, and without a word it would be lost. */
export interface ItemRefusal {
  code: NonNullable<Received['refused']>[number]['code']
  message: string
}

export type RefusedItem = Pick<InvalidItem, 'index'> & ItemRefusal

/** The refusal of an item whose reference another device of the account has used. */
export const usedByAnotherDevice = (field: 'gps_reference' | 'log_id'): ItemRefusal => ({
  code: 'request.invalid',
  message: `/${field} was used by another device: it must be unique in the account`,
})

/**
 * All refused items of a call, in the order in which they were sent.
 * @param invalid those that do not match their schema
 * @param others the references of all others, in the order in which they were sent
 */
export const refusedItems = (
  invalid: readonly InvalidItem[],
  others: readonly string[],
  refusalOf: (reference: string) => ItemRefusal | null,
): RefusedItem[] => {
  const before = new Set(invalid.map(({ index }) => index))
  const indexes = Array.from({ length: others.length + invalid.length }, (_, index) => index)
  const kept = indexes.filter((index) => !before.has(index))
  const refused = others.flatMap((reference, place): RefusedItem[] => {
    const refusal = refusalOf(reference)
    const index = kept[place]
    return refusal && index !== undefined ? [{ index, ...refusal }] : []
  })
  const malformed = invalid.map(({ index, message }): RefusedItem => ({ index, code: 'request.invalid', message }))
  return [...malformed, ...refused].sort((one, other) => one.index - other.index)
}

/** The answer to a handset that sent several items in one call. */
export const receivedItems = (received: number, refused: readonly RefusedItem[]): Received => ({
  received,
  ...(refused.length > 0 ? { refused: [...refused] } : {}),
})
