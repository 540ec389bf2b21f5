import { eachValue, type TenantTransaction } from '../../platform/database/index.ts'

/** Of one recording. Nobody writes as many; the word index takes a limited number of words anyway. */
const maxComments = 500

/** The texts of the comments on these recordings that are not closed, the newest first, by reference. */
export const openCommentsOf = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (payload_references.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom(eachValue(payload_references, 'text'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('comments')
          .select(['payload_reference', 'comment_body'])
          .where('client', '=', tx.client)
          .whereRef('payload_reference', '=', 'wanted.value')
          .where('is_closed', '=', false)
          .orderBy('comment_id', 'desc')
          .limit(maxComments)
          .as('comment'),
      (join) => join.onTrue(),
    )
    .select(['comment.payload_reference', 'comment.comment_body'])
    .execute()
  const bodies = new Map<string, string[]>()
  for (const { payload_reference, comment_body } of rows) {
    bodies.set(payload_reference, [...(bodies.get(payload_reference) ?? []), comment_body])
  }
  return bodies
}
