import type { PayloadRow } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { PassGate } from './pass-gate.ts'

/** The first worker ended with it among others; after so many more that ended with it alone, it is given up. */
const mostLostPasses = 2

export type Suspect = Pick<PayloadRow, 'client' | 'payload_reference' | 'lost_passes'>

const gate = new PassGate()

/** Whether so many workers ended with a recording in their hands that no other is given it. */
export const endsWorkers = ({ lost_passes }: Suspect): boolean => lost_passes >= mostLostPasses

/**
 * Makes a pass beside others; one over a recording that may end its worker is made alone, and is counted before it begins,
 * because what ends a worker leaves nobody to count it after.
 * @param wasAbandoned whether a worker ended while it was at this recording
 */
export const guardedPass = <T>(
  { database }: Pick<Platform, 'database'>,
  payload: Suspect,
  wasAbandoned: boolean,
  pass: () => Promise<T>,
): Promise<T> => {
  if (payload.lost_passes === 0 && !wasAbandoned) return gate.together(pass)
  const count = (lost_passes: number) => setLostPasses(database, payload, lost_passes)
  return gate.alone(async () => {
    await count(payload.lost_passes + 1)
    try {
      return await pass()
    } finally {
      await count(0)
    }
  })
}

const setLostPasses = async (
  database: Platform['database'],
  { client, payload_reference }: Suspect,
  lost_passes: number,
): Promise<void> => {
  await database.transaction(client, (tx) =>
    tx.db
      .updateTable('payloads')
      .set({ lost_passes })
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )
}
