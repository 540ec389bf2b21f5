import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What roles, groups, people, client apps, network ranges and visits were before each change that concerns access (docs/decisions/0053); `before`
 * is null for what did not exist. The server can insert rows, but not change them. The row of kind 'account' tells from when on the history of an
 * account that existed before this migration is complete. Changes that servers of an earlier version make while an installation is
 * upgraded are missing.
 */
export const accessHistory: readonly string[] = [
  `create table app.access_history (
    client text not null, kind text not null, reference text not null, changed_at timestamptz(3) not null, before jsonb,
    primary key (client, kind, reference, changed_at))`,
  'create index on app.access_history (client, kind, changed_at)',
  ...rowLevelSecurity('access_history'),
  'revoke update, delete on app.access_history from holdfast_app',
  `insert into app.access_history (client, kind, reference, changed_at, before)
    select client, 'account', client, now(), null from app.clients`,
]
