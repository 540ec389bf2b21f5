import type { PortalConfig, SupportAccessApprovalState } from '@holdfast/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Time = ColumnType<string, Date | string, Date | string>
type MaybeTime = ColumnType<string | null, Date | string | null | undefined, Date | string | null>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

type MonitoringConfig = NonNullable<PortalConfig['monitoring']>

interface Edited {
  created_at: Time
  updated_at: Time
  updated_by: string
  version: Generated<number>
}

/** Tables of access management and support; see migrations/0003-accounts.ts. */
export interface AccountTables {
  tag_definitions: Edited & {
    client: string
    tag_key: string
    tag_values: Maybe<string[]>
    is_required: boolean
    default_value: Maybe<string>
  }
  /** The last tags of deleted groups: creating a group of the same name again must not give its creator more access. */
  deleted_groups: {
    client: string
    group_reference: string
    tags: JSONColumnType<{ tag_key: string; tag_value: string }[], string, string>
    deleted_at: Time
    deleted_by: string
  }
  client_apps: Edited & {
    client: string
    app_reference: string
    issuer: string
    audience: string
    jwks_uri: string
    group: Maybe<string>
    roles: string[]
    cidr_ranges: Maybe<string[]>
  }
  portal_configs: Edited & {
    client: string
    maps_key: Maybe<string>
    monitoring: JSONColumnType<MonitoringConfig | null, string | null, string | null>
    application_id: Maybe<string>
    region: Maybe<string>
  }
  support_access: {
    client: string
    request_reference: string
    role: string
    request_description: string
    requested_by: string
    requested_at: Time
    requested_expiry: Time
    approval_state: SupportAccessApprovalState
    rejection_reason: Maybe<string>
    approval_expiry: MaybeTime
    approved_by: Maybe<string>
    updated_at: Time
    updated_by: string
  }
}
