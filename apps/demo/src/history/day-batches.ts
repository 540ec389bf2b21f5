import {
  addMetrics,
  counterStatement,
  countMessagesStatement,
  type NewPayloadRow,
  type Platform,
  partiesOf,
  partiesStatement,
  storeContentsStatement,
  storedBytesStatements,
  type TenantTransaction,
} from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { type Batch, inParallel } from './batch.ts'
import { custodyRows } from './custody-rows.ts'
import { insertRows } from './insert-rows.ts'
import { metaOf } from './payload-meta.ts'
import { numberRows, payloadRow, receiptRows } from './payload-rows.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { addressOf, officerOf, type Playback, playbacksOf } from './playbacks.ts'
import { type Sealed, type SealingKeys, sealContent } from './seal-content.ts'
import { deviceTrail, playbackTrail } from './trail-rows.ts'

export type HistoryParts = Pick<Platform, 'database' | 'objects' | 'clientKeys'>

export interface CustomerHistory {
  parts: HistoryParts
  customer: DemoCustomer
  /** Newest first. */
  payloads: readonly PlannedPayload[]
  keys: SealingKeys
  anchor: number
}

/** Enough to seal recordings while others are written to disk. Each is sealed in memory. */
const sealedAtATime = 6

/** One batch for each day with recordings, newest first. */
export const dayBatches = (history: CustomerHistory): Batch[] => {
  const newest = newestOfLists(history.payloads)
  return [...Map.groupBy(history.payloads, ({ at }) => new Date(at).toISOString().slice(0, 10)).values()].map(
    (payloads) => {
      const { client } = history.customer
      return {
        client,
        payload_references: payloads.map(({ payload_reference }) => payload_reference),
        isDone: (tx) => isKnown(tx, payloads[0]),
        prepare: async () => {
          const sealed = new Map<PlannedPayload, Sealed | null>()
          await inParallel(payloads, sealedAtATime, async (payload) => {
            sealed.set(payload, await sealContent(history.parts.objects, client, history.keys, payload))
          })
          return async (tx) => {
            await writeDay(tx, history, payloads, sealed)
            await notifyOpenLists(
              tx,
              payloads.filter((payload) => newest.has(payload)),
            )
          }
        },
      }
    },
  )
}

const measured = ({ handset, type, at, registered_at }: PlannedPayload) => ({
  group: handset.person.group,
  device_reference: handset.device_reference,
  device_user_reference: handset.person.device_user_reference,
  payload_type: type,
  payload_time: new Date(at),
  registered_at: new Date(registered_at),
})

const contentForTable = ([{ payload_reference }, sealed]: [PlannedPayload, Sealed | null]) =>
  sealed?.forTable ? [{ payload_reference, sealed: sealed.forTable }] : []

/** Looks for custody events, because nothing removes them. The recording itself may have been destroyed since. */
const isKnown = async (tx: TenantTransaction, payload: PlannedPayload | undefined): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('custody_events')
    .select('event_id')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload?.payload_reference ?? '')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const writeDay = async (
  tx: TenantTransaction,
  { customer, anchor }: CustomerHistory,
  payloads: readonly PlannedPayload[],
  sealed: ReadonlyMap<PlannedPayload, Sealed | null>,
): Promise<void> => {
  const officer = officerOf(customer)
  const officerActor = {
    actor_kind: 'portal_user',
    actor: officer.user_reference,
    address: addressOf(officer),
  } as const
  const playbacks = new Map<PlannedPayload, Playback[]>()
  const rows = new Map<PlannedPayload, NewPayloadRow>()
  for (const payload of payloads) {
    const played = playbacksOf(customer, payload, anchor)
    const receipt = played.find(({ confirmed_at }) => confirmed_at !== null)
    playbacks.set(payload, played)
    const columns = sealed.get(payload)?.columns ?? null
    rows.set(payload, payloadRow(tx.client, payload, columns, receipt, officer.user_reference))
  }
  await insertRows(tx, 'payloads', [...rows.values()])
  await tx.db.executeQuery(storeContentsStatement(tx.client, [...sealed].flatMap(contentForTable)))
  await insertRows(tx, 'payload_numbers', [...rows.values()].flatMap(numberRows))
  await insertRows(tx, 'payload_receipts', receiptRows(tx.client, [...playbacks.values()].flat()))
  const parties = [...rows].flatMap(([payload, row]) => partiesOf({ ...row, meta: metaOf(payload) }))
  await tx.db.executeQuery(partiesStatement(tx.client, parties))
  const references = payloads.flatMap(({ message, payload_reference }) => (message ? [payload_reference] : []))
  if (references.length > 0) await tx.db.executeQuery(countMessagesStatement({ client: tx.client, references }))
  const counts = payloads.map(({ handset, type, state, at }) => ({
    group: handset.person.group,
    payload_type: type,
    payload_state: state,
    payload_time: new Date(at).toISOString(),
    by: 1,
  }))
  if (counts.length > 0) await tx.db.executeQuery(counterStatement(tx, counts))
  const stored = [...rows.values()]
    .filter(({ s3_path, is_content_in_table }) => s3_path != null || is_content_in_table)
    .map(({ payload_type, size }) => ({ payload_type, bytes: Number(size ?? 0) }))
  await tx.executeAll(storedBytesStatements(tx.client, stored))
  await tx.db.executeQuery(addMetrics(tx, payloads.map(measured)))
  const custody = [...rows].flatMap(([payload, row]) =>
    custodyRows(payload, row, playbacks.get(payload) ?? [], officerActor),
  )
  await insertRows(tx, 'custody_events', custody)
  await insertRows(
    tx,
    'user_activities',
    [...playbacks.values()].flat().flatMap((each) => playbackTrail(tx.client, each)),
  )
  await insertRows(
    tx,
    'device_activities',
    payloads.flatMap((payload) => deviceTrail(tx.client, payload, anchor)),
  )
}

/** Shows the first rows in lists that somebody opened while the history was still being written. */
const notifyOpenLists = async (tx: TenantTransaction, payloads: readonly PlannedPayload[]): Promise<void> => {
  for (const { payload_reference: reference, state, type: payload_type, handset } of payloads)
    await tx.notify({ kind: 'payload', reference, state, payload_type, group: handset.person.group })
}

/** The newest recording of each type and group. */
const newestOfLists = (payloads: readonly PlannedPayload[]): ReadonlySet<PlannedPayload> => {
  const lists = Map.groupBy(payloads, ({ type, handset }) => `${type} ${handset.person.group}`)
  return new Set([...lists.values()].flatMap((list) => list.slice(0, 1)))
}
