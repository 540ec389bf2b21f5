import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Recordings of a review queue that nobody has, because none of its reviewers may see them, and marks of reviews that were withdrawn
 * (docs/decisions/0045 and 0046). The mark stays: the server can't change it, and a withdrawal is a row of its own. A server of the
 * version before does not show what nobody has, nor that a mark was withdrawn.
 */
export const undealtAndWithdrawnReviews: readonly string[] = [
  'alter table app.review_queue_items alter column reviewer drop not null, alter column assigned_to drop not null',
  `create table app.review_withdrawals (
    client text not null, payload_reference text not null, mark_reference text not null,
    withdrawn_by text not null, withdrawn_at timestamptz(3) not null, reason text not null,
    primary key (client, payload_reference, mark_reference),
    foreign key (client, payload_reference, mark_reference)
      references app.review_marks (client, payload_reference, mark_reference))`,
  ...rowLevelSecurity('review_withdrawals'),
  'revoke update, delete on app.review_withdrawals from holdfast_app',
]
