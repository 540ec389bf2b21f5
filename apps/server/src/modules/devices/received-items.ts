import type { CallResponse, calls } from '@holdfast/contract'
import type { InvalidItem } from '../../platform/http/index.ts'

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
