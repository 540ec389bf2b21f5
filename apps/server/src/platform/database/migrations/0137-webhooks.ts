import { rowLevelSecurity } from './0001-foundation.ts'

const permission = `'[{"actions_matching": "webhooks:*"}]'::jsonb`

/** Webhooks, and what is delivered to them. `event_key` tells an event from others, so that a webhook gets it once. */
export const webhooks: readonly string[] = [
  `create table app.webhooks (
    client text not null, webhook_reference text not null, url text not null, event_types text[] not null,
    is_active boolean not null, failing_since timestamptz(3), switched_off_at timestamptz(3), paused_until timestamptz(3),
    delivered_at timestamptz(3),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null,
    version integer not null default 1,
    primary key (client, webhook_reference))`,
  ...rowLevelSecurity('webhooks'),
  `create table app.webhook_deliveries (
    client text not null, webhook_reference text not null, delivery_reference text not null, event_type text not null,
    event_key text not null, body text not null, state text not null, attempts integer not null default 0,
    created_at timestamptz(3) not null, next_at timestamptz(3), retry_until timestamptz(3) not null,
    claimed_until timestamptz(3), last_at timestamptz(3), last_outcome text, last_status integer,
    primary key (client, webhook_reference, delivery_reference),
    unique (client, webhook_reference, event_key),
    foreign key (client, webhook_reference) references app.webhooks (client, webhook_reference) on delete cascade)`,
  ...rowLevelSecurity('webhook_deliveries'),
  `create index webhook_deliveries_waiting on app.webhook_deliveries (client, next_at) where state = 'waiting'`,
  `update app.roles set permissions = permissions || ${permission}
    where is_system and role_reference = 'Account Administrator' and not permissions @> ${permission}`,
  'update app.access_versions set version = version + 1',
]
