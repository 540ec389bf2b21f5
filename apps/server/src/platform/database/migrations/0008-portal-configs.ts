import { rowLevelSecurity } from './0001-foundation.ts'

/** Settings of an account's portal, made by the provider's staff. */
export const portalConfigs: readonly string[] = [
  `create table app.portal_configs (
    client text not null, maps_key text, monitoring jsonb, application_id text, region text,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null, version integer not null default 1,
    primary key (client))`,
  ...rowLevelSecurity('portal_configs'),
]
