/**
 * What the lists of payloads are filtered by. Each partial index has the key of the index by group and type, so that a role that
 * sees few groups reads only its own rows, however many there are in others.
 */
const listKey = '(client, "group", payload_type, payload_time desc, payload_reference desc)'

export const finding: readonly string[] = [
  // A column of its own, because row-level security keeps `meta ->> 'direction'` from using an index.
  `alter table app.payloads add column direction text generated always as (meta ->> 'direction') stored`,
  'alter table app.payloads add column is_commented boolean not null default false',
  `update app.payloads p set is_commented = true where exists (
    select from app.comments c where c.client = p.client and c.payload_reference = p.payload_reference and not c.is_closed)`,
  `create index payloads_late on app.payloads ${listKey} where is_late`,
  `create index payloads_personal on app.payloads ${listKey} where is_personal_number`,
  `create index payloads_commented on app.payloads ${listKey} where is_commented`,
  `create index payloads_legacy on app.payloads ${listKey} where is_legacy`,
  `create index payloads_copied_in on app.payloads ${listKey} where direction = 'CC'`,
  // Prefixes are ranges only in the order of code points.
  'alter table app.payload_numbers alter column number type text collate "C"',
  `create index payload_numbers_by_group on app.payload_numbers
    (client, "group", payload_type, number, payload_time desc, payload_reference desc)`,
]
