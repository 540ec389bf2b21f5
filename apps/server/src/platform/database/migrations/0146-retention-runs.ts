import { rowLevelSecurity } from './0001-foundation.ts'

/** Runs of the retention policy, at most one of an account at a time, and the last time that the server's clock showed. */
export const retentionRuns: readonly string[] = [
  `create table app.retention_runs (
    client text not null, run_id text not null, kind text not null, state text not null, policy_version integer not null,
    requested_by text not null, continued_by text, stopped_by text, started_at timestamptz(3) not null,
    updated_at timestamptz(3) not null, ended_at timestamptz(3), allowed bigint not null, position jsonb not null,
    report jsonb not null,
    primary key (client, run_id))`,
  ...rowLevelSecurity('retention_runs'),
  'revoke delete on app.retention_runs from holdfast_app',
  `create unique index retention_runs_open on app.retention_runs (client) where state in ('Running', 'NeedsWord')`,
  `create table app.retention_clocks (
    client text not null, seen_at timestamptz(3) not null, jumped_from timestamptz(3), jumped_to timestamptz(3),
    primary key (client))`,
  ...rowLevelSecurity('retention_clocks'),
]
