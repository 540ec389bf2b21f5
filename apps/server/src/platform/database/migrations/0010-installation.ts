/** Trails and custody events are evidence: the server can insert rows, but not change or delete them. */
const appendOnly = ['user_activities', 'device_activities', 'custody_events'] as const

export const installation: readonly string[] = [
  // One row for the whole installation. The login roles have no rights on it.
  `create table app.installation (
    installation_id text primary key, master_key text not null, former_master_keys text[] not null,
    created_at timestamptz(3) not null, completed_at timestamptz(3))`,
  'create unique index installation_only_one on app.installation ((true))',
  ...appendOnly.map((table) => `revoke update, delete on app.${table} from holdfast_app`),
]
