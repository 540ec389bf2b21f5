import type { AuditEvent, CallDeclaration, ErrorCode, PayloadDataStatus } from '@holdfast/contract'
import { type DeviceActivityRow, storedJson, type UserActivityRow } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { providerClient } from '../accounts/index.ts'
import type { Principal } from '../authorization/index.ts'

export interface AuditedEvent {
  event: AuditEvent
  details: Record<string, unknown>
  /** The groups whose readers' open screens are notified; everybody in the account when absent. */
  groups?: readonly (string | null)[]
}

/** The outcome of a call, as the trail records it. */
export interface Outcome {
  status_code: number
  /** Why the call was refused, and whether access was denied: a product code, or the status of a recording's content. */
  refusal?: { reason: ErrorCode | PayloadDataStatus; isDenial: boolean }
  events?: readonly AuditedEvent[]
}

export type ActivityRow =
  | { table: 'user_activities'; row: UserActivityRow }
  | { table: 'device_activities'; row: DeviceActivityRow }

interface ActivityStart {
  call: CallDeclaration
  client: string
  principal: Principal
  address: string
  browser: string | null
  request_id: string
  parameters: Record<string, unknown>
}

const isAnsweredEmpty = ({ response, responseKind }: CallDeclaration): boolean =>
  responseKind === 'empty' || (response === undefined && responseKind !== 'stream')

interface NamedOnTrail {
  user_id: string
  roles: readonly string[]
  support_reference: string | null
}

/** The caller as an account's trail names them. The provider's own trail names its staff by their own references and roles. */
const namedOnTrail = (client: string, principal: Principal): NamedOnTrail => {
  if (principal.kind === 'client_app') {
    return { user_id: principal.app_reference, roles: principal.roles, support_reference: null }
  }
  if (principal.kind !== 'portal_user') return { user_id: 'anonymous', roles: [], support_reference: null }
  const { user_reference: user_id, roles } = (client === providerClient && principal.visit?.staff) || principal
  return { user_id, roles, support_reference: principal.visit?.support_reference ?? null }
}

/** One call on the trail: created when the call arrives, written once when its outcome is known. */
export class Activity {
  principal: Principal
  group: string | null = null
  /** The opening of a recording to which it belongs. */
  listening: string | null = null
  /** Whether its row is durable, or nobody else has to write it. */
  isWritten = false
  parameters: Record<string, unknown>
  client: string
  /** Events that are recorded however the call ends. */
  readonly findings: AuditedEvent[] = []
  outcome: Outcome = { status_code: 200 }
  readonly #beginning: ActivityStart
  readonly #began = new Date()
  readonly #beganAt = performance.now()

  constructor(beginning: ActivityStart) {
    this.#beginning = beginning
    this.client = beginning.client
    this.principal = beginning.principal
    this.parameters = beginning.parameters
    if (isAnsweredEmpty(beginning.call)) this.outcome = { status_code: 204 }
  }

  setEvents(events: readonly AuditedEvent[]): void {
    this.outcome = { ...this.outcome, events }
  }

  /** Whether the provider's staff act in a customer's account. Both accounts' trails record such a call. */
  get isVisit(): boolean {
    return this.principal.kind === 'portal_user' && this.principal.visit !== undefined
  }

  get table(): ActivityRow['table'] {
    return this.principal.kind === 'device' ? 'device_activities' : 'user_activities'
  }

  /** @param client the account on whose trail it is written */
  toRow(client: string): ActivityRow {
    const { outcome } = this
    const { call, address, browser, request_id } = this.#beginning
    // Measured, because the clock of the system can be set while the call runs.
    const duration = Math.round(performance.now() - this.#beganAt)
    const ended = new Date(this.#began.getTime() + duration)
    const shared = {
      client,
      log_id: newId(ended),
      activity_time: this.#began,
      activity_end_time: ended,
      duration,
      // The provider's own account does not have the customer's groups.
      group: this.isVisit && client === providerClient ? null : this.group,
      action: call.action,
      call: `${call.method} ${call.path}`,
      is_allowed: !outcome.refusal?.isDenial,
      denial_reason: outcome.refusal?.reason ?? null,
      parameters: storedJson(this.parameters),
      events: storedJson(
        [...this.findings, ...(outcome.events ?? [])].map(({ event, details }) => ({ event, details })),
      ),
      status_code: outcome.status_code,
      request_id,
    }
    const principal = this.principal
    if (principal.kind === 'device') {
      const { device_reference, device_user_reference } = principal
      const row = { ...shared, device_ip: address, device_reference, device_user_reference }
      return { table: 'device_activities', row }
    }
    const { user_id, roles, support_reference } = namedOnTrail(client, principal)
    const row = {
      ...shared,
      user_id,
      roles: [...roles],
      user_ip: address,
      browser,
      is_client_app: principal.kind === 'client_app',
      support_reference,
      listening_reference: this.listening,
    }
    return { table: 'user_activities', row }
  }
}
