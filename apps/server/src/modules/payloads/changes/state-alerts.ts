import type { AlertConditionName, AlertRelatedEntity, PayloadState, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { aboutDevice, clearAlert, raiseAlert } from '../../alerts/index.ts'

interface Moved {
  /** Its state before. */
  payload: Pick<PayloadRow, 'payload_reference' | 'payload_type' | 'group' | 'payload_state'> & {
    device_reference?: string
  }
  to: PayloadState
}

const alertOf: Partial<Record<string, AlertConditionName>> = {
  Failed: 'payload_failed',
  Quarantined: 'payload_quarantined',
}

/** Raises alerts of recordings that fail or are quarantined, and ends those of devices that have no such recordings any more. */
export const alertOfMoves = async (tx: TenantTransaction, moves: readonly Moved[]): Promise<void> => {
  for (const { payload, to } of moves) {
    const { payload_reference, payload_type, group, payload_state: from, device_reference: device } = payload
    if (device === undefined || from === to) continue
    const raised = alertOf[to]
    if (raised) {
      const related = [aboutDevice(device), aboutPayload(payload_reference, payload_type)]
      await raiseAlert(tx, { condition: raised, of: device, values: { device }, group, related })
    }
    const ended = alertOf[from]
    if (ended && !(await hasRecordings(tx, device, from))) await clearAlert(tx, ended, device)
  }
}

const hasRecordings = async (tx: TenantTransaction, device: string, state: string): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('payloads')
    .select(sql<number>`1`.as('found'))
    .where('client', '=', tx.client)
    .where('device_reference', '=', device)
    .where('payload_state', '=', state as PayloadState)
    .where('payload_state', 'in', ['Failed', 'Quarantined'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const kinds: Partial<Record<PayloadType, string>> = {
  Call: 'calls',
  Photo: 'photos',
  Video: 'videos',
  SMS: 'messages',
  MMS: 'messages',
  RCS: 'messages',
  Interview: 'interviews',
}

export const aboutPayload = (payload_reference: string, payload_type: PayloadType): AlertRelatedEntity => {
  const reference = encodeURIComponent(payload_reference)
  const kind = kinds[payload_type]
  return {
    entity_id: payload_reference,
    entity_type: 'Payload',
    entity_subtype: payload_type,
    api_link: `/payloads/${reference}`,
    page_link: kind ? `/dashboard/services/${kind}/${reference}` : null,
  }
}
