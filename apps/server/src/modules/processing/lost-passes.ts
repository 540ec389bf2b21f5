import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { setLostPasses } from '../payloads/index.ts'
import { PassLock } from './pass-lock.ts'

/**
 * The first crash of a worker may have been due to another recording. After this many further crashes, during passes
 * that ran alone, the recording is given up.
 */
const maxLostPasses = 2

export type Suspect = Pick<PayloadRow, 'client' | 'payload_reference' | 'lost_passes'>

const lock = new PassLock()

/** Whether so many workers crashed while processing a recording that no further pass is made. */
export const hasTooManyLostPasses = ({ lost_passes }: Suspect): boolean => lost_passes >= maxLostPasses

/**
 * Runs a pass concurrently with others. A pass over a recording that may crash its worker runs alone, and is counted
 * before it begins, because a crashed worker cannot count it afterwards.
 * @param wasAbandoned whether a worker crashed while it processed this recording
 */
export const runPass = <T>(
  { database }: Pick<Platform, 'database'>,
  payload: Suspect,
  wasAbandoned: boolean,
  pass: () => Promise<T>,
): Promise<T> => {
  if (payload.lost_passes === 0 && !wasAbandoned) return lock.shared(pass)
  const { client, payload_reference } = payload
  const count = (lost_passes: number) =>
    database.transaction(client, (tx) => setLostPasses(tx, payload_reference, lost_passes))
  return lock.exclusive(async () => {
    await count(payload.lost_passes + 1)
    try {
      return await pass()
    } finally {
      await count(0)
    }
  })
}
