import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What was sent to each player, and how long it says it played (docs/decisions/0031). `served` has ten-thousandths of the
 * content.
 */
export const playbacks: readonly string[] = [
  `create table app.playbacks (
    client text not null, playback_id text not null,
    first_served_at timestamptz(3) not null, expires_at timestamptz(3) not null,
    served int4multirange not null, reported_seconds double precision not null default 0,
    primary key (client, playback_id))`,
  'create index on app.playbacks (client, expires_at)',
  ...rowLevelSecurity('playbacks'),
]
