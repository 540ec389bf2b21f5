import { limits, ProductError } from '@holdfast/contract'
import { beginWithinLimit } from '../../../platform/running-limit.ts'

const retryAfterSeconds = 2

/**
 * Reads a file for a call, unless the account has as many read as it may: a large one takes the processor for a second.
 * @throws ProductError `carrier_import.too_many_at_once`, and what reading throws
 */
export const readWithinLimit = async <T>(client: string, read: () => Promise<T>): Promise<T> => {
  const end = beginWithinLimit(JSON.stringify(['carrier_file', client]), {
    most: limits.maxCarrierFilesReadAtOnce,
    refusal: () => new ProductError('carrier_import.too_many_at_once', { retry_after_s: retryAfterSeconds }),
  })
  try {
    return await read()
  } finally {
    end()
  }
}
