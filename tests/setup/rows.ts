import { defaultRetentionSettings } from '@holdfast/contract'
import type { Insertable } from 'kysely'
import { ulid } from 'ulid'
import { emptyReport } from '../../apps/server/src/modules/retention/stored-runs.ts'
import { firstPosition } from '../../apps/server/src/modules/retention-runs/run-parts.ts'
import type { Tables, TenantTransaction } from '../../apps/server/src/platform/database/index.ts'

const hourMs = 3_600_000
let sequence = 0

const edited = ({ now }: TenantTransaction) => ({ created_at: now, updated_at: now, updated_by: 'test' })

/** The values of columns for which the test gives none. */
const defaults = {
  groups: (tx) => ({ ...edited(tx), tags: '[]' }),
  tag_definitions: (tx) => ({ ...edited(tx), tag_values: null, is_required: false, default_value: null }),
  roles: (tx) => ({
    ...edited(tx),
    permissions: '[]',
    alert_permissions: '{}',
    is_alertable: false,
    description: '',
    is_system: false,
  }),
  portal_users: ({ now }) => ({
    roles: [],
    is_active: true,
    created_at: now,
    updated_at: now,
    sessions_valid_from: now,
  }),
  client_apps: (tx) => ({
    ...edited(tx),
    issuer: 'https://id.example',
    audience: `urn:${ulid()}`,
    jwks_uri: 'https://id.example/keys',
    roles: [],
  }),
  support_access: ({ now }) => ({
    request_description: 'Ticket 4711',
    requested_by: 'nadia',
    requested_at: now,
    requested_expiry: new Date(now.getTime() + 2 * hourMs),
    approval_state: 'pending',
    updated_at: now,
    updated_by: 'nadia',
  }),
  device_users: (tx) => ({
    ...edited(tx),
    services: ['calls'],
    expected_device_count: 1,
    email: 'ana.reis@example.com',
    first_name: 'Ana',
    surname: 'Reis',
    is_active: true,
    is_legacy: false,
  }),
  devices: (tx) => ({
    ...edited(tx),
    services: [],
    imeis: [],
    phone_numbers: '[]',
    device_info: '{}',
    installation_id: 'installation',
    is_deactivated: false,
    is_legacy: false,
    next_sequence: 0,
  }),
  retention_policies: ({ now }) => ({
    entities: JSON.stringify([]),
    payloads: JSON.stringify([]),
    settings: JSON.stringify(defaultRetentionSettings),
    is_locked: false,
    saved_at: now,
    saved_by: 'system',
    effective_at: now,
    needs_second_person: false,
    freed_recordings: 0,
    freed_bytes: 0,
  }),
  retention_runs: ({ now }) => ({
    run_id: ulid(),
    kind: 'run',
    state: 'Completed',
    policy_version: 1,
    requested_by: 'system',
    allowed: 100,
    position: JSON.stringify(firstPosition),
    report: JSON.stringify(emptyReport),
    started_at: now,
    updated_at: now,
    ended_at: now,
  }),
  sequence_gaps: ({ now }) => ({
    first_missing: 0,
    last_missing: 0,
    after_time: now,
    seen_since: now,
    updated_at: now,
  }),
  gps: ({ now }) => ({
    gps_reference: ulid(),
    latitude: 51.5074,
    longitude: -0.1278,
    altitude: null,
    accuracy: 12,
    provider: 'fused',
    timestamp: now,
    timezone: 'Europe/London',
    received_at: now,
  }),
  device_logs: ({ now }) => ({
    log_id: `${ulid()}-test-line`,
    log_class: 'Recorder',
    log_level: 'INFO',
    log_datetime: now,
    local_timezone: 'Europe/London',
    payload_reference: null,
    log_message: 'recording began',
    received_at: now,
  }),
  legal_holds: ({ now }) => ({
    hold_id: ulid(),
    is_active: true,
    created_at: now,
    created_by: 'test',
    updated_at: now,
    updated_by: 'test',
  }),
  matters: ({ now }) => ({
    title: 'A case',
    reason: 'For tests',
    is_closed: false,
    owner: null,
    members: [],
    created_at: now,
    created_by: 'test',
    updated_at: now,
    updated_by: 'test',
  }),
  personal_numbers: ({ now }) => ({ id: ulid(), is_active: true, created_at: now, created_by: 'test' }),
  payloads: ({ now }) => ({
    payload_reference: ulid(),
    payload_type: 'Call',
    payload_state: 'Processed',
    s3_path: 'recordings/one',
    device_ip: '192.0.2.1',
    sequence: sequence++,
    meta: '{}',
    numbers: [],
    is_legacy: false,
    is_late: false,
    is_personal_number: false,
    payload_time: now,
    registered_at: now,
    updated_at: now,
    updated_by: 'test',
  }),
  payload_contents: () => ({ part: 'original', place: 0 }),
  payload_numbers: ({ now }) => ({ payload_type: 'Call', payload_time: now }),
} satisfies { [Table in keyof Tables]?: (tx: TenantTransaction) => Partial<Insertable<Tables[Table]>> }

type Defaults = typeof defaults
type Row<Table extends keyof Defaults> = Insertable<Tables[Table]>

/** A row to add: columns without a default are required, all others optional. */
export type NewRow<Table extends keyof Defaults> = Partial<Row<Table>> &
  Omit<Row<Table>, 'client' | keyof ReturnType<Defaults[Table]>>

/**
 * Adds rows to a table of the transaction's account directly, without the product's calls and their rules.
 * `bumpAccessVersion` is needed if a running server has already read the groups or roles.
 */
export const addRows = async <Table extends keyof Defaults>(
  tx: TenantTransaction,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<void> => {
  const values = rows.map((row) => ({ client: tx.client, ...defaults[table](tx), ...row }))
  // TypeScript can't tell that the defaults and the row of one table make a whole row of it.
  await tx.db
    .insertInto<keyof Tables>(table)
    .values(values as never)
    .execute()
}
