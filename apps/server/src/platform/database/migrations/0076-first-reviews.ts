/**
 * The first review of a recording that was reviewed twice, which waits for its second review again if that one is withdrawn
 * (docs/decisions/0046). A server of the version before does not fill these columns: what it settled waits for both reviews again.
 */
export const firstReviews: readonly string[] = [
  `alter table app.review_queue_items
    add column first_reviewed_by text, add column first_reviewed_at timestamptz(3), add column first_disposition text`,
]
