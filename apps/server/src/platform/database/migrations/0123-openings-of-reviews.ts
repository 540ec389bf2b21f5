/**
 * What a reviewer had opened of a recording when they marked it, and how much of it their player reported; null in marks from before, and
 * where there is nothing to open. A queue can demand it; its items say so, like its name, so that lists need not read the queue
 * (docs/decisions/0081).
 */
export const openingsOfReviews: readonly string[] = [
  'alter table app.review_marks add column is_opened boolean, add column heard_seconds real',
  'alter table app.review_counters add column unopened integer not null default 0',
  'alter table app.review_queues add column needs_opening boolean not null default false',
  'alter table app.review_queue_items add column needs_opening boolean not null default false',
]
