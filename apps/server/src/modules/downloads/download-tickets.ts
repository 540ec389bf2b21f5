import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { countsAsRunningUntil } from '../../core/tickets/index.ts'
import { preparedStatement, type Tables, type TenantTransaction } from '../../platform/database/index.ts'

export type DownloadRow = Selectable<Tables['downloads']>

const ticketBytes = 32
const validForMs = 5 * 60_000

/** The table has no ticket, because it opens the download. */
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')

type NewDownload = Omit<DownloadRow, 'client' | 'ticket_hash' | 'expires_at' | 'used_at' | 'running_until'>

/** Stores what was asked for. Returns the ticket of its address. */
export const insertDownload = async (
  { db, client, now }: TenantTransaction,
  fields: NewDownload,
): Promise<{ ticket: string; expires_at: string }> => {
  const ticket = randomBytes(ticketBytes).toString('base64url')
  const expires_at = new Date(now.getTime() + validForMs)
  await db
    .insertInto('downloads')
    .values({
      ...fields,
      payload_references: [...fields.payload_references],
      client,
      ticket_hash: hashOf(ticket),
      expires_at,
    })
    .execute()
  return { ticket, expires_at: expires_at.toISOString() }
}

const findByHash = preparedStatement('download of ticket', (db, values: { client: string; ticket_hash: string }) =>
  db
    .selectFrom('downloads')
    .selectAll()
    .where('client', '=', values.client)
    .where('ticket_hash', '=', values.ticket_hash),
)

export const downloadOfTicket = (client: string, ticket: string) => findByHash({ client, ticket_hash: hashOf(ticket) })

/** Uses a download up. Returns `false` if somebody else was first, or if it is too late. */
export const useDownload = async (
  { db, client, now }: TenantTransaction,
  { download_reference }: Pick<DownloadRow, 'download_reference'>,
): Promise<boolean> => {
  const used = await db
    .updateTable('downloads')
    .set({ used_at: now, running_until: countsAsRunningUntil(now) })
    .where('client', '=', client)
    .where('download_reference', '=', download_reference)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** @returns how many were removed, at most `limit` */
export const removeExpiredDownloads = async (
  { db, client, now }: TenantTransaction,
  limit: number,
): Promise<number> => {
  const removed = await db
    .deleteFrom('downloads')
    .where('client', '=', client)
    .where('download_reference', 'in', (eb) =>
      eb
        .selectFrom('downloads')
        .select('download_reference')
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
  { download_reference }: Pick<DownloadRow, 'download_reference'>,
  running_until: Date | null,
): Promise<void> => {
  await db
    .updateTable('downloads')
    .set({ running_until })
    .where('client', '=', client)
    .where('download_reference', '=', download_reference)
    .where('running_until', 'is not', null)
    .execute()
}

/** Takes the downloads whose processes died before they recorded an end. */
export const takeLostDownloads = ({ db, client, now }: TenantTransaction) =>
  db
    .updateTable('downloads')
    .set({ running_until: null })
    .where('client', '=', client)
    .where('running_until', '<', now.toISOString())
    .returning(['download_reference'])
    .execute()

/** Returns the given recordings that are being downloaded. */
export const downloadsUnderWay = async (
  { db, client, now }: TenantTransaction,
  payload_references: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ payload_reference: string }>`select distinct payload_reference
    from downloads cross join lateral unnest(payload_references) as payload_reference
    where client = ${client} and running_until > ${now} and payload_reference = any(${payload_references}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ payload_reference }) => payload_reference))
}
