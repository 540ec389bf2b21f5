/**
 * Lets the provider's role count due and failed jobs by kind. It has no rights on the tables of jobs. At most 100,000 rows are read, so
 * that a long queue does not make its own monitoring slow.
 */
export const dueJobs: readonly string[] = [
  `create function app.due_jobs()
  returns table (job text, waiting bigint, running bigint, failed bigint, oldest_at timestamptz)
  language sql stable security definer set search_path = pg_catalog as $$
    select task_identifier, count(*) filter (where attempts < max_attempts and locked_at is null),
      count(*) filter (where locked_at is not null), count(*) filter (where attempts >= max_attempts and locked_at is null),
      min(run_at) filter (where attempts < max_attempts and locked_at is null)
    from (select task_identifier, attempts, max_attempts, locked_at, run_at from graphile_worker.jobs
      where run_at <= now() limit 100000) due
    group by task_identifier
  $$`,
  'revoke all on function app.due_jobs from public',
  'grant execute on function app.due_jobs to holdfast_provider',
]
