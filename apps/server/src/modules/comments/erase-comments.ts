import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** When somebody wrote something that is erased. */
export interface Written {
  author: string
  at: string
}

/**
 * Erases the texts of the comments on recordings that are destroyed: that there were comments, by whom and when, stays known.
 * @returns who wrote them, and when: the trail has these texts, too
 */
export const eraseComments = async (
  { db, client }: TenantTransaction,
  payload_references: readonly string[],
): Promise<Written[]> => {
  const { rows: versions } = await sql<Written>`delete from comment_versions v using comments c
    where v.client = ${client} and c.client = ${client} and c.comment_id = v.comment_id
      and c.payload_reference = any(${payload_references}::text[])
    returning v.updated_by as author, v.updated_at as at`.execute(db)
  const erased = await db
    .updateTable('comments')
    .set({ comment_body: '', mentions: [] })
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .returning(['raised_by', 'created_at', 'updated_by', 'updated_at'])
    .execute()
  const written = erased.flatMap(({ raised_by, created_at, updated_by, updated_at }) => [
    { author: raised_by, at: created_at },
    { author: updated_by, at: updated_at },
  ])
  return [...versions, ...written]
}
