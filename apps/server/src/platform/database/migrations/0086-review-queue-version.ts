/** Prevents overwriting somebody else's change of a queue unseen. Its numbers change without it. */
export const reviewQueueVersion: readonly string[] = [
  'alter table app.review_queues add column version integer not null default 1',
]
