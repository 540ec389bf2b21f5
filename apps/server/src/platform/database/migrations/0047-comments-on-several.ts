/**
 * The key of the request that wrote a comment on several recordings: sent again with the same key, the request writes none twice
 * (docs/decisions/0042). Comments on single recordings have none.
 */
export const commentsOnSeveral: readonly string[] = ['alter table app.comments add column idempotency_key text']
