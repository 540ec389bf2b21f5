import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Who reviews at intervals who has access to a group, the lists that were drawn, and what was decided (docs/decisions/0053). The server can
 * insert rows and decisions, but not change them.
 */
export const accessReviews: readonly string[] = [
  `create table app.access_review_schedules (
    client text not null, group_reference text not null, owner text not null, interval_days integer not null, days_to_decide integer not null,
    next_on date not null, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    version integer not null default 1,
    primary key (client, group_reference))`,
  ...rowLevelSecurity('access_review_schedules'),
  `create table app.access_reviews (
    client text not null, review_reference text not null, group_reference text not null, owner text not null,
    drawn_at timestamptz(3) not null, due_on date not null, finished_at timestamptz(3), finished_by text,
    rows integer not null, certified integer not null, revoked integer not null,
    primary key (client, review_reference))`,
  'create index on app.access_reviews (client, group_reference) where finished_at is null',
  'create index on app.access_reviews (client, owner, review_reference) where finished_at is null',
  ...rowLevelSecurity('access_reviews'),
  `create table app.access_review_items (
    client text not null, review_reference text not null, item integer not null, user_reference text not null, display_name text not null,
    role_reference text not null, valid_until timestamptz(3), last_used_at timestamptz(3),
    primary key (client, review_reference, item),
    foreign key (client, review_reference) references app.access_reviews (client, review_reference))`,
  ...rowLevelSecurity('access_review_items'),
  'revoke update, delete on app.access_review_items from holdfast_app',
  `create table app.access_review_decisions (
    client text not null, review_reference text not null, item integer not null, decision text not null, outcome text, note text,
    decided_at timestamptz(3) not null, decided_by text not null,
    primary key (client, review_reference, item),
    foreign key (client, review_reference, item) references app.access_review_items (client, review_reference, item))`,
  ...rowLevelSecurity('access_review_decisions'),
  'revoke update, delete on app.access_review_decisions from holdfast_app',
]
