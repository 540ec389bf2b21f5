/** How often a recording was alone in a worker's hands when the worker ended. */
export const lostPasses: readonly string[] = [
  'alter table app.payloads add column lost_passes smallint not null default 0',
]
