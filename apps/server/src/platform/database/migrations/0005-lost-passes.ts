/** How often a worker ended while this was the only recording that it processed. */
export const lostPasses: readonly string[] = [
  'alter table app.payloads add column lost_passes smallint not null default 0',
]
