import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import type { AgedRow, AgedTable, TenantTransaction } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { findPayloads } from '../payloads/index.ts'
import { removeTombstones } from './remove-tombstones.ts'

/** Destructions before a time, by batch. The reference of a batch begins with the time of the destruction. */
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

/** How many recordings were destroyed by runs that began at a time or later: the reference of a run begins with that time. */
export const countDestroyed = async ({ db, client }: TenantTransaction, runs_since: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('destructions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('client', '=', client)
    .where('run_id', '>=', earliestId(runs_since))
    .executeTakeFirstOrThrow()
  return Number(count)
}
