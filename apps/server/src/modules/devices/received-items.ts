import type { CallResponse, calls } from '@holdfast/contract'
import type { InvalidItem } from '../../platform/http/index.ts'

/** What a handset is answered that sent many things at once. */
export const receivedItems = (
  received: number,
  invalid: readonly InvalidItem[],
): CallResponse<typeof calls.receiveDeviceLogs | typeof calls.receivePositions> => ({
  received,
  ...(invalid.length > 0
    ? { refused: invalid.map(({ index, message }) => ({ index, code: 'request.invalid' as const, message })) }
    : {}),
})
