import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * How many sealed bytes of each type an account stores, as devices delivered them, those of replaced seals included. Each counter
 * consists of several rows, as those of `payload_counters` do.
 */
export const storedBytes: readonly string[] = [
  `create table app.stored_bytes (
    client text not null, payload_type text not null, slot smallint not null, bytes bigint not null,
    primary key (client, payload_type, slot))`,
  ...rowLevelSecurity('stored_bytes'),
  `insert into app.stored_bytes (client, payload_type, slot, bytes)
    select client, payload_type, 0, sum(bytes) from (
      select client, payload_type, size as bytes from app.payloads
        where size is not null and (s3_path is not null or is_content_in_table)
      union all
      select former.client, payload.payload_type, former.size from app.former_seals former
        join app.payloads payload on payload.client = former.client and payload.payload_reference = former.payload_reference
        where former.size is not null and (former.s3_path is not null or former.sealed is not null)
    ) stored group by client, payload_type`,
]
