import { rowLevelSecurity } from './0001-foundation.ts'

/** The carriers that the handsets of each account reported. */
export const carriers: readonly string[] = [
  `create table app.carriers (
    client text not null, carrier_code text not null, carrier_name text not null,
    first_seen timestamptz(3) not null, last_seen timestamptz(3) not null,
    primary key (client, carrier_code))`,
  ...rowLevelSecurity('carriers'),
]
