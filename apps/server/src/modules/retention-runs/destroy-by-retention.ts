import type { Platform } from '../../core/platform.ts'
import type { StoredRun } from '../retention/index.ts'

/** Destroys those of the recordings that are due, held by nobody and used by nothing. @returns their references */
export const destroyByRetention = async (
  _platform: Platform,
  _client: string,
  _payload_references: readonly string[],
  _run: Pick<StoredRun, 'run_id' | 'requested_by'>,
): Promise<string[]> => []
