/** `enqueue_jobs` reads graphile_worker's public view `jobs` instead of a private table, which any version may change. */
export const jobsView: readonly string[] = [
  `create or replace function app.enqueue_jobs(identifier text, payloads text[], job_keys text[], max_attempts integer,
    unless_running boolean)
  returns void language sql security definer set search_path = pg_catalog as $$
    select graphile_worker.add_jobs(
      array(
        select row(identifier, job.payload::json, null, null, max_attempts, job.key, null, null)::graphile_worker.job_spec
        from unnest(payloads, job_keys) as job (payload, key)
        where not unless_running or not exists (
          select from graphile_worker.jobs running where running.key = job.key and running.locked_at is not null)),
      job_key_preserve_run_at => true)
  $$`,
]
