import { rowLevelSecurity } from './0001-foundation.ts'

/** References under these names, of the parameters and of the details of each event; a single one or a list. */
const namedIn = (...names: readonly string[]): string =>
  names
    .flatMap((name) => [
      `select jsonb_path_query(parameters, '$.${name}[*]') as named`,
      `select jsonb_path_query(events, '$[*].details.${name}[*]')`,
    ])
    .join(' union all ')

/**
 * Which entries of the trail are about each device user: entries that name them, that opened, changed or were refused their
 * recordings, and exports of lists that were filtered by them (docs/decisions/0086). Entries from before are added.
 */
export const trailOfDeviceUsers: readonly string[] = [
  `create table app.activity_device_users (
    client text not null, device_user_reference text not null, log_id text not null,
    primary key (client, device_user_reference, log_id))`,
  ...rowLevelSecurity('activity_device_users'),
  'revoke update, delete on app.activity_device_users from holdfast_app',
  'create index activity_device_users_of_entry on app.activity_device_users (client, log_id)',
  `insert into app.activity_device_users
    select client, named #>> '{}', log_id from app.user_activities
      cross join lateral (${namedIn('device_user_reference')}
        union all select jsonb_path_query(parameters, '$.filter.device_user_references[*]')
          where events @> '[{"event":"list.exported"}]'::jsonb) names
      where jsonb_typeof(named) = 'string'
    on conflict do nothing`,
  `insert into app.activity_device_users
    select entry.client, payload.device_user_reference, entry.log_id
    from (select client, log_id, named #>> '{}' as payload_reference from app.user_activities
        cross join lateral (${namedIn('payload_reference', 'payload_references', 'messages', 'payloads')}
          union all ${namedIn('payloads[*].payload_reference')}) names
        where (events <> '[]'::jsonb or denial_reason is not null) and jsonb_typeof(named) = 'string') entry
      join app.payloads payload on payload.client = entry.client and payload.payload_reference = entry.payload_reference
    where payload.device_user_reference is not null
    on conflict do nothing`,
]
