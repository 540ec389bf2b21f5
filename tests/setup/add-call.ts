import type { PayloadState } from '@holdfast/contract'
import type { TestServer } from './server.ts'

export interface CallFacts {
  is_personal_number?: boolean
  payload_state?: PayloadState
  s3_path?: string | null
}

/** Adds a call of the group's device `<group>-1`, as its row alone; its reference ends in `number`. */
export const addCall = async (
  server: TestServer,
  client: string,
  { number, group, ...facts }: CallFacts & { number: number; group: string },
): Promise<string> => {
  const { is_personal_number = false, payload_state = 'Processed', s3_path = 'northwind/call' } = facts
  const payload_reference = `01ARZ3NDEKTSV4RRFFQ69G5F${String(number).padStart(2, '0')}`
  await server.api.platform.database.transaction(client, (tx) =>
    tx.db
      .insertInto('payloads')
      .values({
        client,
        payload_reference,
        payload_type: 'Call',
        payload_state,
        s3_path,
        group,
        device_reference: `${group}-1`,
        device_ip: '192.0.2.1',
        sequence: number,
        meta: '{}',
        numbers: [],
        is_legacy: false,
        is_late: false,
        is_personal_number,
        payload_time: tx.now,
        registered_at: tx.now,
        updated_at: tx.now,
        updated_by: 'test',
      })
      .execute(),
  )
  return payload_reference
}
