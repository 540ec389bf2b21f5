import { rowLevelSecurity } from './0001-foundation.ts'

/** Up to which batch the journal of destructions and the database were compared. The provider's account has the row. */
export const journalCheckpoints: readonly string[] = [
  `create table app.journal_checkpoints (
    client text not null, batch_id text not null, compared_at timestamptz(3) not null,
    primary key (client))`,
  ...rowLevelSecurity('journal_checkpoints'),
  'revoke delete on app.journal_checkpoints from holdfast_app',
]
