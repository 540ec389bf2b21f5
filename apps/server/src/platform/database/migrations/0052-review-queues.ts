import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Recordings that named people review (docs/decisions/0046). The recordings of a queue repeat what its lists show of the queue and of the
 * recording, none of which changes. The numbers of each state stand on the queue.
 */
export const reviewQueues: readonly string[] = [
  `create table app.review_queues (
    client text not null, queue_reference text not null, name text not null, filter jsonb not null, sample jsonb,
    reviewers text[] not null, due_on date, second_review_percent integer not null, matched integer not null, items integer not null,
    waiting integer not null, escalated integer not null, second_review integer not null, reviewed integer not null,
    withdrawn integer not null, is_closed boolean not null,
    created_at timestamptz(3) not null, created_by text not null, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, queue_reference))`,
  ...rowLevelSecurity('review_queues'),
  `create table app.review_queue_items (
    client text not null, queue_reference text not null, place integer not null, payload_reference text not null,
    payload_type text not null, "group" text not null, device_user_reference text, payload_time timestamptz(3) not null,
    queue_name text not null, due_on date, reviewer text not null, second_reviewer text, assigned_to text not null, state text not null,
    passed_on_by text, passed_on_note text, reviewed_by text, reviewed_at timestamptz(3), disposition text,
    primary key (client, queue_reference, place),
    unique (client, queue_reference, payload_reference),
    foreign key (client, queue_reference) references app.review_queues (client, queue_reference),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  'create index on app.review_queue_items (client, payload_reference)',
  `create index on app.review_queue_items (client, assigned_to, queue_reference, place)
    where state in ('waiting', 'escalated', 'second_review')`,
  ...rowLevelSecurity('review_queue_items'),
]
