import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { countsAsRunningUntil } from '../../core/tickets/index.ts'
import { preparedStatement, type Tables, type TenantTransaction } from '../../platform/database/index.ts'

export type ExportRow = Selectable<Tables['exports']>

const ticketBytes = 32

/** The table has no ticket, because it opens the export. */
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')

type NewExport = Omit<ExportRow, 'client' | 'ticket_hash' | 'expires_at' | 'used_at' | 'running_until'>

/** Stores what was asked for. Returns the ticket of its address. */
export const insertExport = async (
  { db, client, now }: TenantTransaction,
  { params, query, ...fields }: NewExport,
): Promise<{ ticket: string; expires_at: string }> => {
  const ticket = randomBytes(ticketBytes).toString('base64url')
  const expires_at = new Date(now.getTime() + limits.exportAddressMinutes * 60_000)
  await db
    .insertInto('exports')
    .values({
      ...fields,
      client,
      ticket_hash: hashOf(ticket),
      params: JSON.stringify(params),
      query: JSON.stringify(query),
      expires_at,
    })
    .execute()
  return { ticket, expires_at: expires_at.toISOString() }
}

const findByHash = preparedStatement('export of ticket', (db, values: { client: string; ticket_hash: string }) =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('client', '=', values.client)
    .where('ticket_hash', '=', values.ticket_hash),
)

export const exportOfTicket = (client: string, ticket: string) => findByHash({ client, ticket_hash: hashOf(ticket) })

/** Uses an export up, and forgets what was searched. Returns `false` if somebody else was first, or if it is too late. */
export const useExport = async (
  { db, client, now }: TenantTransaction,
  { export_reference }: Pick<ExportRow, 'export_reference'>,
): Promise<boolean> => {
  const used = await db
    .updateTable('exports')
    .set({ used_at: now, running_until: countsAsRunningUntil(now), query: '{}' })
    .where('client', '=', client)
    .where('export_reference', '=', export_reference)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Forgets what was searched with an export whose address nobody used in time. */
export const forgetQuery = async (
  { db, client, now }: TenantTransaction,
  { export_reference }: Pick<ExportRow, 'export_reference'>,
): Promise<void> => {
  await db
    .updateTable('exports')
    .set({ query: '{}' })
    .where('client', '=', client)
    .where('export_reference', '=', export_reference)
    .where('expires_at', '<=', now.toISOString())
    .execute()
}

/** @returns how many were removed, at most `limit` */
export const removeExpiredExports = async ({ db, client, now }: TenantTransaction, limit: number): Promise<number> => {
  const removed = await db
    .deleteFrom('exports')
    .where('client', '=', client)
    .where('export_reference', 'in', (eb) =>
      eb
        .selectFrom('exports')
        .select('export_reference')
        .where('client', '=', client)
        .where('expires_at', '<', now.toISOString())
        .where('running_until', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** @param running_until `null` once its end is on the trail */
export const setRunning = async (
  { db, client }: TenantTransaction,
  { export_reference }: Pick<ExportRow, 'export_reference'>,
  running_until: Date | null,
): Promise<void> => {
  await db
    .updateTable('exports')
    .set({ running_until })
    .where('client', '=', client)
    .where('export_reference', '=', export_reference)
    .where('running_until', 'is not', null)
    .execute()
}

/** Takes the exports whose processes died before they recorded an end. */
export const takeLostExports = ({ db, client, now }: TenantTransaction) =>
  db
    .updateTable('exports')
    .set({ running_until: null })
    .where('client', '=', client)
    .where('running_until', '<', now.toISOString())
    .returning(['export_reference', 'list'])
    .execute()
