import { compiledStatement, eachValue, type TenantTransaction } from '../../platform/database/index.ts'

/** Of one recording. Nobody writes as many; the word index takes a limited number of words anyway. */
const maxComments = 500

/** The comments on these recordings that are not closed, the newest of each first. */
export const openCommentsStatement = compiledStatement(
  (db, { client, references }: { client: string; references: readonly string[] }) =>
    db
      .selectFrom(eachValue(references, 'text'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('comments')
            .select(['payload_reference', 'comment_body'])
            .where('client', '=', client)
            .whereRef('payload_reference', '=', 'wanted.value')
            .where('is_closed', '=', false)
            .orderBy('comment_id', 'desc')
            .limit(maxComments)
            .as('comment'),
        (join) => join.onTrue(),
      )
      .select(['comment.payload_reference', 'comment.comment_body']),
)

/** The texts of the comments on these recordings that are not closed, the newest first, by reference. */
export const openCommentsOf = async (
  tx: TenantTransaction,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (references.length === 0) return new Map()
  const [rows] = await tx.executeAll([openCommentsStatement({ client: tx.client, references })])
  return textsByReference(rows)
}

export const textsByReference = (
  rows: readonly { payload_reference: string; comment_body: string }[],
): ReadonlyMap<string, readonly string[]> => {
  const byReference = Map.groupBy(rows, ({ payload_reference }) => payload_reference)
  return new Map([...byReference].map(([reference, comments]) => [reference, comments.map((row) => row.comment_body)]))
}
