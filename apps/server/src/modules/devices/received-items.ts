import type { CallResponse, calls } from '@holdfast/contract'
import type { UnfitItem } from '../../platform/http/index.ts'

/** What a handset is answered that sent many things at once. */
export const receivedItems = (
  received: number,
  unfit: readonly UnfitItem[],
): CallResponse<typeof calls.receiveDeviceLogs | typeof calls.receivePositions> => ({
  received,
  ...(unfit.length > 0
    ? { refused: unfit.map(({ index, message }) => ({ index, code: 'request.invalid' as const, message })) }
    : {}),
})
