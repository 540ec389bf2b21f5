import type { AccountStores } from './consistency.ts'
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

const readArrived = async ({ client, database, objects }: AccountStores, reference: string) => {
  const { payload, parts } = await database.read(client, async (tx) => ({
    payload: await tx.db
      .selectFrom('payloads')
      .select(['payload_state', 's3_path'])
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
  const whole = payload?.s3_path ? await objects.head(payload.s3_path) : null
  return { payload, arrived: whole?.bytes ?? parts.reduce((sum, { bytes }) => sum + bytes, 0) }
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
