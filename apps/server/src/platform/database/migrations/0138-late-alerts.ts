import { rowLevelSecurity } from './0001-foundation.ts'

/** When alerts were last looked for in an account, which alerts nobody has been told of, and whether jobs are late. */
export const lateAlerts: readonly string[] = [
  `create table app.alert_watch_runs (
    client text not null, watched_at timestamptz(3) not null,
    primary key (client))`,
  ...rowLevelSecurity('alert_watch_runs'),
  'alter table app.alerts add column told_at timestamptz(3)',
  'update app.alerts set told_at = first_occurrence',
  `create index alerts_untold on app.alerts (client, first_occurrence) where told_at is null and alert_state = 'Triggered'`,
  `create function app.oldest_due_job() returns timestamptz language sql stable security definer set search_path = pg_catalog as $$
    select job.run_at from graphile_worker.jobs job
      where job.locked_at is null and job.attempts < job.max_attempts and job.run_at <= clock_timestamp()
      order by job.run_at limit 1 $$`,
  'revoke all on function app.oldest_due_job from public',
  'grant execute on function app.oldest_due_job to holdfast_app, holdfast_provider',
]
