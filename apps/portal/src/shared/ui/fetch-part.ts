import { ApiError } from '../api/api-error.ts'
import { failureNotice } from '../notices/notice.ts'

/**
 * Fetches the chunk of a part before the part takes its place on the screen. Says so when it can't be fetched, and leaves
 * the screen as it is.
 * @returns whether the part can be drawn
 */
export const fetchPart = async (load: () => Promise<unknown>): Promise<boolean> => {
  try {
    // Without a module, the page is about to reload itself (app/chunk-reload.ts).
    return (await load()) !== undefined
  } catch (error) {
    failureNotice(new ApiError(0, { message: String(error) }))
    return false
  }
}
