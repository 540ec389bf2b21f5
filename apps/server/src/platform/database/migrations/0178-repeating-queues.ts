import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Review queues that are drawn anew each day or week (docs/decisions/0108). `drawn_until` is the arrival up to which recordings were
 * considered. A draw is stored once: the server can insert rows, but not change them. A server of the previous version never draws again,
 * and its queues are drawn once.
 */
export const repeatingQueues: readonly string[] = [
  `alter table app.review_queues
    add repeats jsonb, add repeats_by text, add next_draw_at timestamptz(3), add drawn_until timestamptz(3),
    add draws integer not null default 0, add draws_stopped text`,
  'create index on app.review_queues (client, next_draw_at) where next_draw_at is not null',
  'alter table app.review_queue_items add draw integer',
  'create index on app.review_queue_items (client, queue_reference, draw, state)',
  `create table app.review_draws (
    client text not null, queue_reference text not null, draw integer not null,
    arrived_after timestamptz(3), arrived_until timestamptz(3) not null, seed text, drawn_at timestamptz(3) not null,
    matched integer not null, items integer not null, due_on date, failure text,
    primary key (client, queue_reference, draw),
    unique (client, queue_reference, arrived_until),
    foreign key (client, queue_reference) references app.review_queues (client, queue_reference))`,
  ...rowLevelSecurity('review_draws'),
  'revoke update, delete on app.review_draws from holdfast_app',
]
