/** What a run of retention that waits for a person would still destroy. */
export const waitingRuns: readonly string[] = ['alter table app.retention_runs add column ahead jsonb']
