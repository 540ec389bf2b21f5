import { measureStream } from '@holdfast/custody'
import { hasContent, readStoredContent } from '../../apps/server/src/modules/payloads/index.ts'
import { ObjectNotFound } from '../../apps/server/src/platform/objects/index.ts'
import type { AccountStores } from '../setup/consistency.ts'
import type { Acknowledged } from './delivering-handset.ts'

/** What the server acknowledged to a handset but does not have. */
export const lostAcknowledgements = async (
  stores: AccountStores,
  acknowledged: ReadonlyMap<string, Acknowledged>,
): Promise<string[]> => {
  const lost: string[] = []
  for (const [reference, { isRegistered, bytes, isProcessed }] of acknowledged) {
    const { payload, arrived } = await readArrived(stores, reference)
    if (isRegistered && !payload) lost.push(`${reference} is not registered`)
    if (arrived < bytes) lost.push(`${reference} has ${arrived} of ${bytes} bytes`)
    if (isProcessed && !['Processed', 'NotRecorded'].includes(payload?.payload_state ?? '')) {
      lost.push(`${reference} is ${payload?.payload_state}`)
    }
  }
  return lost
}

const readArrived = async (stores: AccountStores, reference: string) => {
  const { client, database } = stores
  const { payload, parts } = await database.read(client, async (tx) => ({
    payload: await tx.db
      .selectFrom('payloads')
      .select(['client', 'payload_reference', 'payload_state', 's3_path', 'is_content_in_table'])
      .where('client', '=', client)
      .where('payload_reference', '=', reference)
      .executeTakeFirst(),
    parts: await tx.db
      .selectFrom('upload_parts')
      .select('bytes')
      .where('client', '=', client)
      .where('payload_reference', '=', reference)
      .execute(),
  }))
  const whole = payload && hasContent(payload) ? await storedSize(stores, payload) : null
  return { payload, arrived: whole ?? parts.reduce((sum, { bytes }) => sum + bytes, 0) }
}

const storedSize = async (
  stores: AccountStores,
  payload: Parameters<typeof readStoredContent>[1],
): Promise<number | null> => {
  try {
    return (await measureStream(await readStoredContent(stores, payload))).size
  } catch (error) {
    if (error instanceof ObjectNotFound) return null
    throw error
  }
}

/** Calls of a handset that the trail records as successful. */
export const callsOnTrail = ({ client, database }: AccountStores, device_reference: string): Promise<number> =>
  database.read(client, async (tx) => {
    const rows = await tx.db
      .selectFrom('device_activities')
      .select('log_id')
      .where('client', '=', client)
      .where('device_reference', '=', device_reference)
      .where('status_code', '<', 300)
      .execute()
    return rows.length
  })
