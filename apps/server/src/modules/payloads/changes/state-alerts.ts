import type { AlertRelatedEntity, PayloadState, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { aboutDevice, clearAlerts, raiseTogether } from '../../alerts/index.ts'

interface Moved {
  /** Its state before. */
  payload: Pick<PayloadRow, 'payload_reference' | 'payload_type' | 'group' | 'payload_state'> & {
    device_reference?: string
  }
  to: PayloadState
}

const alertOfState = { Failed: 'payload_failed', Quarantined: 'payload_quarantined' } as const
const alertOf: Partial<Record<string, (typeof alertOfState)[keyof typeof alertOfState]>> = alertOfState

/** Raises alerts of recordings that fail or are quarantined, and ends the alerts of devices that have no such recordings any more. */
export const alertOfMoves = async (tx: TenantTransaction, moves: readonly Moved[]): Promise<void> => {
  const of = moves.flatMap(({ payload, to }) => {
    const { device_reference: device, payload_state: from } = payload
    return device === undefined || from === to ? [] : [{ ...payload, device, from, to }]
  })
  const causes = of.flatMap(({ device, to, group, payload_reference, payload_type }) => {
    const condition = alertOf[to]
    const related = [aboutDevice(device), aboutPayload(payload_reference, payload_type)]
    return condition ? [{ condition, of: device, values: { device }, group, related }] : []
  })
  await raiseTogether(tx, causes)
  const left = of.filter(({ from }) => alertOf[from])
  if (left.length === 0) return
  const present = await devicesWithRecordings(
    tx,
    left.map(({ device }) => device),
  )
  for (const state of ['Failed', 'Quarantined'] as const) {
    const ended = left.filter(({ from, device }) => from === state && !present.has(`${state} ${device}`))
    await clearAlerts(
      tx,
      alertOfState[state],
      ended.map(({ device }) => device),
    )
  }
}

/** Which of these devices have Failed and Quarantined recordings, as the state and the device. */
const devicesWithRecordings = async (tx: TenantTransaction, devices: readonly string[]): Promise<Set<string>> => {
  const found = await tx.db
    .selectFrom('payloads')
    .select(['payload_state', 'device_reference'])
    .distinct()
    .where('client', '=', tx.client)
    .where(sql<boolean>`device_reference = any(${devices}::text[])`)
    .where('payload_state', 'in', ['Failed', 'Quarantined'])
    .execute()
  return new Set(found.map(({ payload_state, device_reference }) => `${payload_state} ${device_reference}`))
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
