import type {
  Action,
  AuditEvent,
  KeyAlgorithm,
  Locale,
  PayloadMedia,
  PayloadMeta,
  PayloadState,
  PayloadType,
  Permission,
  RoleTestCase,
  UnusualMark,
} from '@holdfast/contract'
import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { AccountTables } from './account-tables.ts'
import type { IdentityTables } from './identity-tables.ts'

/** timestamptz(3): read as an ISO string in UTC (see type-parsers.ts), written as a Date or an ISO string. */
type Time = ColumnType<string, Date | string, Date | string>
type MaybeTime = ColumnType<string | null, Date | string | null | undefined, Date | string | null>
/** jsonb: read as its value, written as JSON text, so that an array is never taken for a PostgreSQL array. */
type Json<T extends object> = JSONColumnType<T, string, string>
type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface Tables extends IdentityTables, AccountTables {
  clients: { client: string; name: string; locale: Locale; is_active: boolean; created_at: Time; updated_at: Time }
  client_keys: {
    client: string
    key_id: string
    algorithm: KeyAlgorithm
    public_key: string
    private_key_wrapped: string
    is_current: boolean
    created_at: Time
  }
  account_secrets: { client: string; purpose: string; secret_wrapped: string; created_at: Time }
  account_defaults: {
    client: string
    user_group: Maybe<string>
    role: Maybe<string>
    cidr_ranges: Maybe<string[]>
    /** See platform/authorization/account-limit.ts. */
    confirmed_cidr_ranges: Maybe<string[]>
    limit_lapses_at: MaybeTime
    updated_at: Time
    updated_by: string
    version: Generated<number>
  }
  access_versions: { client: string; version: number }
  groups: {
    client: string
    group_reference: string
    tags: Json<{ tag_key: string; tag_value: string }[]>
    created_at: Time
    updated_at: Time
    updated_by: string
    version: Generated<number>
  }
  roles: {
    client: string
    role_reference: string
    permissions: Json<Permission[]>
    payload_types: Maybe<PayloadType[]>
    cidr_ranges: Maybe<string[]>
    alert_permissions: Json<Record<string, boolean>>
    is_alertable: boolean
    description: string
    is_system: boolean
    test_cases: ColumnType<RoleTestCase[], string | undefined, string>
    created_at: Time
    updated_at: Time
    updated_by: string
    version: Generated<number>
  }
  portal_users: {
    client: string
    user_reference: string
    email: Maybe<string>
    name: Maybe<string>
    roles: string[]
    /** Nobody named roles for them: theirs is the account's default, whichever that is. */
    has_default_role: Generated<boolean>
    user_group: Maybe<string>
    is_active: boolean
    created_at: Time
    updated_at: Time
    updated_by: Generated<string>
    sessions_valid_from: Time
  }
  terms_acceptances: {
    client: string
    user_reference: string
    terms_version: string
    locale: string
    text_hash: string
    accepted_at: Time
    user_ip: string
  }
  device_users: {
    client: string
    device_user_reference: string
    group: string
    services: string[]
    expected_device_count: number
    email: string
    first_name: string
    surname: string
    is_active: boolean
    onboard_date: MaybeTime
    offboard_date: MaybeTime
    is_legacy: boolean
    created_at: Time
    updated_at: Time
    updated_by: string
  }
  devices: {
    client: string
    device_reference: string
    device_user_reference: Maybe<string>
    group: string
    services: string[]
    imeis: string[]
    email: Maybe<string>
    first_name: Maybe<string>
    surname: Maybe<string>
    phone_numbers: Json<
      { phone_number: string; first_verified: string; last_verified: string; slot_index: number | null }[]
    >
    device_info: Json<Record<string, unknown>>
    installation_id: Maybe<string>
    last_seen: MaybeTime
    is_deactivated: boolean
    deactivation_date: MaybeTime
    /** The person who did; null when the device fell silent. */
    deactivated_by: Maybe<string>
    is_blocked: Generated<boolean>
    blocked_at: MaybeTime
    blocked_by: Maybe<string>
    blocked_reason: Maybe<string>
    activated_at: MaybeTime
    is_legacy: boolean
    legacy_phone_number: Maybe<string>
    next_sequence: number
    /** When it was handed to its present holder; null while it had no other. */
    held_since: MaybeTime
    created_at: Time
    updated_at: Time
    updated_by: string
  }
  /** What an account sets for all its devices; none while it has the defaults. */
  device_configurations: {
    client: string
    gps_interval_ms: number
    updated_at: Time
    updated_by: string
    version: Generated<number>
  }
  /** Who held a device before its present holder; see migrations/0007-former-holders.ts. */
  former_holders: {
    client: string
    device_reference: string
    held_until: Time
    held_since: MaybeTime
    device_user_reference: string
    group: string
    services: string[]
  }
  enrolment_ulids: { client: string; enrolment_ulid: string; device_reference: string; used_at: Time }
  personal_numbers: {
    client: string
    id: string
    device_user_reference: string
    group: string
    personal_number: string
    reason: Maybe<string>
    is_active: boolean
    created_at: Time
    created_by: string
    deleted_at: MaybeTime
    deleted_by: Maybe<string>
  }
  payloads: {
    client: string
    payload_reference: string
    payload_type: PayloadType
    payload_state: PayloadState
    group: string
    device_reference: string
    device_user_reference: Maybe<string>
    device_ip: string
    sequence: number
    key_id: Maybe<string>
    encrypted_dek: Maybe<string>
    iv: Maybe<string>
    checksum: Maybe<string>
    size: Maybe<number>
    s3_path: Maybe<string>
    meta: Json<PayloadMeta>
    media: MaybeJson<PayloadMedia>
    numbers: string[]
    is_legacy: boolean
    is_late: boolean
    is_personal_number: boolean
    /** Marks of the contract's `unusualMarks`. */
    unusual: Generated<UnusualMark[]>
    failure: Maybe<string>
    /** Since when its stored bytes are known to be damaged or missing. */
    damaged_at: MaybeTime
    /** How often a worker ended while it was at this one alone. */
    lost_passes: Generated<number>
    state_before_deletion: Maybe<string>
    payload_time: Time
    registered_at: Time
    uploaded_at: MaybeTime
    processed_at: MaybeTime
    transferred_at: MaybeTime
    receipt_confirmed_at: MaybeTime
    receipt_confirmed_by: Maybe<string>
    updated_at: Time
    updated_by: string
  }
  payload_numbers: {
    client: string
    number: string
    payload_time: Time
    payload_reference: string
    group: string
    payload_type: PayloadType
  }
  payload_counters: {
    client: string
    group: string
    payload_type: PayloadType
    payload_state: PayloadState
    day: string
    slot: number
    payloads: number
  }
  upload_parts: {
    client: string
    payload_reference: string
    start_offset: number
    bytes: number
    object_key: string
    sha256: string
    received_at: Time
  }
  /** How far a sweep of an account has come; see modules/store-sweeps. */
  store_sweeps: {
    client: string
    scope: string
    /** What it goes on after; '' at its beginning. */
    place: string
    begun_at: Time
    /** null while it is under way. */
    completed_at: MaybeTime
    last_completed_at: MaybeTime
  }
  /** Objects of an account that none of its rows names. */
  objects_without_rows: {
    client: string
    object_key: string
    bytes: number
    first_seen_at: Time
    last_seen_at: Time
    removed_at: MaybeTime
  }
  custody_events: {
    client: string
    event_id: string
    payload_reference: string
    event: AuditEvent
    occurred_at: Time
    actor_kind: 'portal_user' | 'client_app' | 'device' | 'system'
    actor: string
    address: Maybe<string>
    request_id: Maybe<string>
    details: Json<Record<string, unknown>>
  }
  comments: {
    client: string
    comment_id: string
    payload_reference: string
    payload_type: PayloadType
    group: string
    comment_body: string
    comment_duration: Maybe<number>
    raised_by: string
    is_closed: Generated<boolean>
    closed_by: Maybe<string>
    closed_at: MaybeTime
    created_at: Time
    updated_at: Time
    updated_by: string
    version: Generated<number>
  }
  /** What a comment said before a change; see migrations/0019-comments.ts. */
  comment_versions: {
    client: string
    comment_id: string
    version: number
    comment_body: string
    comment_duration: Maybe<number>
    updated_at: Time
    updated_by: string
  }
  user_activities: ActivityColumns & {
    user_id: string
    roles: string[]
    user_ip: string
    browser: Maybe<string>
    is_client_app: boolean
    support_reference: Maybe<string>
  }
  device_activities: ActivityColumns & {
    device_ip: string
    device_reference: string
    device_user_reference: Maybe<string>
  }
  device_commands: {
    client: string
    command_reference: string
    device_reference: string
    group: string
    command: string
    params: MaybeJson<Record<string, unknown>>
    state: string
    raised_by: string
    failure: Maybe<string>
    sent_at: Time
    acknowledged_at: MaybeTime
    completed_at: MaybeTime
    updated_at: Time
  }
  device_logs: {
    client: string
    log_id: string
    device_reference: string
    device_user_reference: Maybe<string>
    group: string
    log_class: string
    log_level: string
    log_datetime: Time
    local_timezone: Maybe<string>
    payload_reference: Maybe<string>
    log_message: string
    received_at: Time
  }
  gps: {
    client: string
    gps_reference: string
    device_reference: string
    device_user_reference: Maybe<string>
    group: string
    latitude: number
    longitude: number
    altitude: Maybe<number>
    accuracy: Maybe<number>
    provider: Maybe<string>
    timestamp: Time
    timezone: Maybe<string>
    received_at: Time
  }
  device_telemetry: {
    client: string
    telemetry_id: string
    device_reference: string
    group: string
    collected_at: Time
    received_at: Time
    telemetry: Json<Record<string, unknown>>
  }
}

interface ActivityColumns {
  client: string
  log_id: string
  activity_time: Time
  activity_end_time: Time
  /** Milliseconds. */
  duration: number
  group: Maybe<string>
  action: Action | 'signed_in' | 'device' | 'public'
  call: string
  is_allowed: boolean
  denial_reason: Maybe<string>
  parameters: Json<Record<string, unknown>>
  events: Json<{ event: AuditEvent; details: Record<string, unknown> }[]>
  status_code: number
  request_id: string
}

export type PayloadRow = Selectable<Tables['payloads']>
export type NewPayloadRow = Insertable<Tables['payloads']>
export type DeviceRow = Selectable<Tables['devices']>
export type UserActivityRow = Insertable<Tables['user_activities']>
export type DeviceActivityRow = Insertable<Tables['device_activities']>
export type CustodyEventRow = Insertable<Tables['custody_events']>
