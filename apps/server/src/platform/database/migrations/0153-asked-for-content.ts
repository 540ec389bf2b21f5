/**
 * Whether a reviewer had asked for the content of a recording before they marked it, which the trail calls 'Opened'. `is_opened` says
 * whether it reached them. Null in marks from before (docs/decisions/0081).
 */
export const askedForContent: readonly string[] = [
  'alter table app.review_marks add column is_requested boolean',
  'alter table app.review_counters add column requested_only integer not null default 0',
]
