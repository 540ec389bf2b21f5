/**
 * `enqueue_unless_waiting` adds a job that thousands of calls need unless it waits already. Adding it again would change its row,
 * for which concurrent calls would wait, and wake all workers each time.
 *
 * A caller for whom the job waits holds a shared lock until its transaction ends. Without it, the job could begin and end before the
 * caller commits, and miss its rows: `callersHaveEnded` tells the job whether there are such callers.
 *
 * A waiting job counts if it is yet to be due, or if it was added since it was due: workers were woken then. While it runs, it is
 * added for `pause` later. One that has failed is added again, to be tried at once.
 */
export const jobsThatWait: readonly string[] = [
  `create function app.enqueue_unless_waiting(identifier text, payload json, job_key text, max_attempts integer, pause interval)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare
    present record;
  begin
    perform pg_advisory_xact_lock_shared(1785684513, hashtext(job_key));
    select job.locked_at, job.attempts, job.run_at, job.updated_at into present from graphile_worker.jobs job where job.key = job_key;
    if present.locked_at is null and present.attempts = 0
      and (present.run_at > clock_timestamp() or present.updated_at >= present.run_at)
    then
      return;
    end if;
    perform graphile_worker.add_job(identifier, payload, max_attempts => max_attempts, job_key => job_key,
      job_key_mode => 'preserve_run_at',
      run_at => case when present.locked_at is not null then clock_timestamp() + pause end);
  end $$`,
  'revoke all on function app.enqueue_unless_waiting from public',
  'grant execute on function app.enqueue_unless_waiting to holdfast_app',
]
