import { limits, ProductError } from '@holdfast/contract'

/** How many files this process is reading for calls, by account. */
const running = new Map<string, number>()

/**
 * Reads a file for a call, unless the account has as many read as it may: a large one takes the processor for a second.
 * @throws ProductError `carrier_import.too_many_at_once`, and what reading throws
 */
export const readWithinLimit = async <T>(client: string, read: () => Promise<T>): Promise<T> => {
  const others = running.get(client) ?? 0
  if (others >= limits.maxCarrierFilesReadAtOnce) {
    throw new ProductError('carrier_import.too_many_at_once', { retry_after_s: retryAfterSeconds })
  }
  running.set(client, others + 1)
  try {
    return await read()
  } finally {
    const left = (running.get(client) ?? 1) - 1
    if (left === 0) running.delete(client)
    else running.set(client, left)
  }
}

const retryAfterSeconds = 2
