/** The recordings that a waiting run of retention would still destroy. */
export const waitingRuns: readonly string[] = ['alter table app.retention_runs add column ahead jsonb']
