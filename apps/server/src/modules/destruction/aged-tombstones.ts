import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import type { AgedRow, AgedTable, TenantTransaction } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { findPayloads } from '../payloads/index.ts'
import { removeTombstones } from './remove-tombstones.ts'

/** What was destroyed before a time, by batch: its reference begins with the time of the destruction. */
const destroyedBefore = async (
  { db, client }: TenantTransaction,
  { before, after, limit }: Parameters<AgedTable['page']>[1],
): Promise<{ batch_id: string; payload_reference: string }[]> => {
  const [batch_id = '', payload_reference = ''] = after?.reference.split('/') ?? []
  const { rows } = await sql<{ batch_id: string; payload_reference: string }>`
    select batch_id, payload_reference from destructions
    where client = ${client} and batch_id < ${earliestId(before)} and batch_id >= ${batch_id}
      and (batch_id, payload_reference) > (${batch_id}, ${payload_reference})
    order by batch_id, payload_reference limit ${limit}`.execute(db)
  return rows
}

/** Rows of recordings that were destroyed before a time. They are named by their batch and reference; those that are gone have no data. */
export const agedTombstones: AgedTable = {
  page: async (tx, page) => {
    const destroyed = await destroyedBefore(tx, page)
    const rows = await findPayloads(
      tx,
      destroyed.map(({ payload_reference }) => payload_reference),
    )
    const known = new Map(rows.map((row) => [row.payload_reference, row]))
    return destroyed.map(({ batch_id, payload_reference }): AgedRow => {
      const row = known.get(payload_reference)
      const reference = `${batch_id}/${payload_reference}`
      const { group = null, device_user_reference: device_user = null } = row ?? {}
      return { reference, time: null, group, device_user, portal_user: null, is_gone: row === undefined }
    })
  },
  remove: async (tx, references) => {
    const payloads = references.map((reference) => reference.slice(reference.indexOf('/') + 1))
    let removed = 0
    for (let place = 0; place < payloads.length; place += limits.maxReferencesInBatch) {
      removed += (await removeTombstones(tx, payloads.slice(place, place + limits.maxReferencesInBatch))).length
    }
    return removed
  },
}

/** How many recordings were destroyed by a run, or since a time by any run except those that `exceptBy` began. */
export const countDestroyed = async (
  { db, client }: TenantTransaction,
  { run_id, since, exceptBy }: { run_id: string; since: Date; exceptBy: string | null },
): Promise<number> => {
  const { count } = await db
    .selectFrom('destructions')
    .innerJoin('destruction_batches as batch', (join) =>
      join.onRef('batch.client', '=', 'destructions.client').onRef('batch.batch_id', '=', 'destructions.batch_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('destructions.client', '=', client)
    .where(({ and, eb, or }) => {
      const isLate = eb('destructions.batch_id', '>=', earliestId(since))
      const isOther = exceptBy === null ? isLate : and([isLate, eb('batch.destroyed_by', '<>', exceptBy)])
      return or([eb('destructions.run_id', '=', run_id), isOther])
    })
    .executeTakeFirstOrThrow()
  return Number(count)
}
