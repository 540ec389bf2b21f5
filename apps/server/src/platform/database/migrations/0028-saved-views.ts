import { rowLevelSecurity } from './0001-foundation.ts'

/** Views of lists that people saved: private without `role_reference`, otherwise shared with everybody who has the role. */
export const savedViews: readonly string[] = [
  `create table app.saved_views (
    client text not null, view_reference text not null, owner text not null, name text not null, path text not null,
    search jsonb not null, role_reference text,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null, version integer not null default 1,
    primary key (client, view_reference))`,
  'create index on app.saved_views (client, owner, view_reference)',
  'create index on app.saved_views (client, role_reference, view_reference) where role_reference is not null',
  ...rowLevelSecurity('saved_views'),
]
