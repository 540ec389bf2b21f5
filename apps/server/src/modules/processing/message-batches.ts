import { ClientIdentifier, messageTypes } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import {
  enqueueStatement,
  type Finish,
  finish,
  insertRows,
  type JobDefinition,
  type PayloadRow,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { lockUploadedInTable } from '../payloads/index.ts'

/** The most messages that are processed together. */
export const batchSize = 100
/** The most batches of one account at the same time: while one waits for the database or the scanner, others go on. */
const maxBatches = 4
/** A batch that was claimed longer ago has failed, and waits for another try. It does not hold back further ones. */
const recentMs = 60_000
/** A batch that was claimed longer ago is given up: its messages may be put into other batches. */
const staleAfterMs = 60 * 60 * 1000

const MessageBatchJob = Type.Object({ client: ClientIdentifier, batch_id: Type.String() })
export type MessageBatchJob = Static<typeof MessageBatchJob>

/** Processes the messages of one batch. Nothing adds a job with this key again, so it is always retried if its worker dies. */
export const processMessagesJob: JobDefinition<MessageBatchJob> = {
  name: 'process_messages',
  payload: MessageBatchJob,
  maxAttempts: 12,
  key: ({ client, batch_id }) => `${client}/${batch_id}`,
}

/** Whether an Uploaded payload is processed together with others. One that may crash its worker is not. */
export const isBatched = ({
  payload_type,
  is_content_in_table,
  lost_passes,
}: Pick<PayloadRow, 'payload_type' | 'is_content_in_table' | 'lost_passes'>): boolean =>
  is_content_in_table && lost_passes === 0 && messageTypes.some((type) => type === payload_type)

/** The messages that are in a batch. */
export const claimedMessages = async (tx: TenantTransaction): Promise<ReadonlySet<string>> => {
  const batches = await openBatches(tx)
  return new Set(batches.flatMap(({ payload_references }) => payload_references))
}

const openBatches = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('message_batches')
    .select(['payload_references', 'claimed_at'])
    .where('client', '=', tx.client)
    .execute()

/**
 * Puts waiting messages into batches, as many as may be processed at the same time.
 * @returns whether messages are being processed; if not, none were waiting
 */
export const claimBatches = async (tx: TenantTransaction): Promise<boolean> => {
  const recent = new Date(tx.now.getTime() - recentMs).toISOString()
  let batches = (await openBatches(tx)).filter(({ claimed_at }) => claimed_at > recent).length
  for (let claimed = batchSize; batches < maxBatches && claimed === batchSize; ) {
    claimed = await claimBatch(tx)
    if (claimed > 0) batches += 1
  }
  return batches > 0
}

/**
 * Puts the oldest waiting messages into a batch, and enqueues its processing.
 * @returns the number of messages
 */
export const claimBatch = async (tx: TenantTransaction): Promise<number> => {
  const { client } = tx
  const claimed = await claimedMessages(tx)
  const locked = await lockUploadedInTable(tx, { payload_types: messageTypes, except: [...claimed], limit: batchSize })
  // Another transaction may have put some of them into a batch, and ended, before they were locked here.
  const claimedMeanwhile = await claimedMessages(tx)
  const payload_references = locked.filter((payload_reference) => !claimedMeanwhile.has(payload_reference))
  if (payload_references.length === 0) return 0
  const batch_id = newId(tx.now)
  await tx.executeAll([
    insertBatch(client, [{ batch_id, payload_references, is_under_way: false, claimed_at: tx.now }]),
    enqueueStatement(processMessagesJob, [{ client, batch_id }]),
  ])
  return payload_references.length
}

const insertBatch = insertRows('message_batches', ['batch_id', 'payload_references', 'is_under_way', 'claimed_at'])

export interface BegunBatch {
  payload_references: readonly string[]
  /** Whether a worker died during an earlier pass over the batch. */
  wasLost: boolean
}

/** Marks that a pass over the batch begins. @returns `null` if the batch was processed */
export const beginBatch = async (
  tx: TenantTransaction,
  batch_id: string,
): Promise<BegunBatch | Finish<BegunBatch> | null> => {
  const row = await tx.db
    .selectFrom('message_batches')
    .select(['payload_references', 'is_under_way'])
    .where('client', '=', tx.client)
    .where('batch_id', '=', batch_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const begun = { payload_references: row.payload_references, wasLost: row.is_under_way }
  return begun.wasLost ? begun : finish([updateStatement(tx, batch_id, { is_under_way: true })], () => begun)
}

/** Marks that a pass failed and its worker lives. */
export const releaseBatch = async (tx: TenantTransaction, batch_id: string): Promise<Finish<void>> =>
  finish([updateStatement(tx, batch_id, { is_under_way: false })])

/** The statement that leaves only these messages in the batch; without any, it deletes the batch. */
export const leaveInBatchStatement = (
  tx: TenantTransaction,
  batch_id: string,
  payload_references: readonly string[],
): Statement =>
  payload_references.length > 0
    ? updateStatement(tx, batch_id, { payload_references: [...payload_references] })
    : tx.db.deleteFrom('message_batches').where('client', '=', tx.client).where('batch_id', '=', batch_id).compile()

/** Deletes batches whose jobs have failed for the last time, or wait for hours to be tried again. */
export const deleteStaleBatches = async (tx: TenantTransaction): Promise<void> => {
  const claimedBy = new Date(tx.now.getTime() - staleAfterMs).toISOString()
  await tx.db
    .deleteFrom('message_batches')
    .where('client', '=', tx.client)
    .where('claimed_at', '<=', claimedBy)
    .execute()
}

const updateStatement = (
  tx: TenantTransaction,
  batch_id: string,
  columns: { is_under_way: boolean } | { payload_references: string[] },
): Statement =>
  tx.db
    .updateTable('message_batches')
    .set(columns)
    .where('client', '=', tx.client)
    .where('batch_id', '=', batch_id)
    .compile()
