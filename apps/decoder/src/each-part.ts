import { sendEnded, sendFailed } from './channel.ts'
import type { Part } from './protocol.ts'
import { isOfContent } from './undecodable.ts'

/**
 * Makes parts by themselves: if they can't be made, others are made all the same.
 * @param parts those that are wanted of what `make` makes; nothing is made without any
 * @returns why they can't be made
 */
export const makeEach = async (parts: readonly Part[], make: () => Promise<void>): Promise<Error | null> => {
  if (parts.length === 0) return null
  try {
    await make()
    for (const part of parts) sendEnded(part)
    return null
  } catch (error) {
    if (!isOfContent(error)) throw error
    for (const part of parts) sendFailed(part, error.message)
    return error
  }
}
