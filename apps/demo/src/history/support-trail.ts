import type { AuditEvent, SupportAccess } from '@holdfast/contract'
import { providerClient, type UserActivityRow, visitorReference } from '@holdfast/server'
import type { DemoPerson } from '../demo-customers.ts'
import type { SupportScenario } from './support-scenarios.ts'
import { minuteMs } from './time-spans.ts'
import { type TrailCall, userRow } from './trail-rows.ts'

/** The facts about a request that both trails need. */
export interface SupportCase {
  client: string
  scenario: SupportScenario
  staff: DemoPerson
  approver: DemoPerson
  request: Pick<SupportAccess, 'request_reference' | 'role' | 'request_description' | 'requested_expiry'>
  /** Milliseconds since 1970. */
  requested_at: number
}

/** Rows for the customer's trail and for the provider's. */
export interface BothTrails {
  customers: UserActivityRow[]
  providers: UserActivityRow[]
}

/** Minutes from the request to each later step. */
export const minutesTo = { approval: 14, entry: 17, firstLook: 18, leaving: 46, revocation: 52 } as const

const eventOf = (event: AuditEvent, details: Record<string, unknown>): Pick<TrailCall, 'events'> => ({
  events: [{ event, details }],
})

/** The request is a call in the provider's area. It is on both trails, and on neither as part of the visit. */
export const trailOfRequest = (supportCase: SupportCase): BothTrails => {
  const { client, staff, request, requested_at } = supportCase
  const call: TrailCall = {
    at: requested_at,
    action: 'internal:support',
    call: 'POST /clients/{client}/supportaccess',
    status_code: 200,
    parameters: { client },
    ...eventOf('support_access.requested', { ...request, requested_by: staff.user_reference }),
  }
  const seed = `${request.request_reference} asked`
  return {
    customers: [
      { ...userRow(client, staff, call, `${client} ${seed}`), user_id: visitorReference(staff.user_reference) },
    ],
    providers: [userRow(providerClient, staff, call, seed)],
  }
}

/** The customer's approval of the request. */
export const trailOfApproval = (supportCase: SupportCase): UserActivityRow[] => {
  const { approver, request } = supportCase
  return [
    decided(supportCase, minutesTo.approval, 'support_access.approved', {
      approval_expiry: request.requested_expiry,
      approved_by: approver.user_reference,
    }),
  ]
}

/** Approval, the calls of the visit, and revocation. */
export const trailOfVisit = (supportCase: SupportCase): BothTrails => {
  const { client, staff, request } = supportCase
  const { request_reference, role } = request
  const visited = callsOf(supportCase)
  const asVisitor = { user_id: visitorReference(staff.user_reference), roles: [role] }
  const seedOf = ({ at, call }: TrailCall) => `visit ${request_reference} ${at} ${call}`
  return {
    customers: [
      ...trailOfApproval(supportCase),
      decided(supportCase, minutesTo.revocation, 'support_access.revoked', {}),
      ...visited.map((call) => ({
        ...userRow(client, staff, call, seedOf(call)),
        ...asVisitor,
        support_reference: request_reference,
      })),
    ],
    providers: visited.map((call) => ({
      ...userRow(providerClient, staff, call, `provider ${seedOf(call)}`),
      support_reference: request_reference,
    })),
  }
}

const decided = (supportCase: SupportCase, minutes: number, event: AuditEvent, approval: object): UserActivityRow => {
  const { client, staff, approver, request, requested_at } = supportCase
  const { request_reference } = request
  const call: TrailCall = {
    at: requested_at + minutes * minuteMs,
    action: 'support_access:decide',
    call: 'PUT /supportaccess/{request_reference}',
    status_code: 200,
    parameters: { client, request_reference },
    ...eventOf(event, {
      ...request,
      requested_by: staff.user_reference,
      rejection_reason: null,
      ...approval,
    }),
  }
  return userRow(client, approver, call, `${event} ${request_reference}`)
}

const callsOf = ({ client, scenario, staff, request, requested_at }: SupportCase): TrailCall[] => {
  const { request_reference, role } = request
  const at = (minutes: number) => requested_at + minutes * minuteMs
  const mode = (call: string, minutes: number, event: AuditEvent): TrailCall => ({
    at: at(minutes),
    action: 'signed_in',
    call,
    status_code: 204,
    parameters: { client },
    ...eventOf(event, { request_reference, requested_by: staff.user_reference, roles: [role] }),
  })
  return [
    mode('POST /support_mode', minutesTo.entry, 'support_mode.entered'),
    ...scenario.visit.calls.map(({ parameters, ...call }, index) => ({
      ...call,
      at: at(minutesTo.firstLook + 4 * index),
      status_code: 200,
      parameters: { client, ...parameters },
    })),
    mode('DELETE /support_mode', minutesTo.leaving, 'support_mode.left'),
  ]
}
