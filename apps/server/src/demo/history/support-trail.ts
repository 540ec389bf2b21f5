import type { AuditEvent, SupportAccess } from '@holdfast/contract'
import { providerClient } from '../../platform/clients/clients.ts'
import type { UserActivityRow } from '../../platform/database/index.ts'
import { visitorReference } from '../../platform/identity/index.ts'
import type { DemoPerson } from '../demo-customers.ts'
import type { SupportOccasion } from './support-occasions.ts'
import { minuteMs } from './time-spans.ts'
import { type PastCall, userRow } from './trail-rows.ts'

/** The facts about a request that both trails need. */
export interface SupportStory {
  client: string
  occasion: SupportOccasion
  staff: DemoPerson
  approver: DemoPerson
  request: Pick<SupportAccess, 'request_reference' | 'role' | 'request_description' | 'requested_expiry'>
  /** Milliseconds since 1970. */
  asked_at: number
}

/** Rows for the customer's trail and for the provider's. */
export interface BothTrails {
  customers: UserActivityRow[]
  providers: UserActivityRow[]
}

/** Minutes from the request to each later step. */
export const minutesTo = { approval: 14, entry: 17, firstLook: 18, leaving: 46, revocation: 52 } as const

const told = (event: AuditEvent, details: Record<string, unknown>): Pick<PastCall, 'events'> => ({
  events: [{ event, details }],
})

/** The request is a call in the provider's area. It is on both trails, and on neither as part of the visit. */
export const trailOfQuestion = (story: SupportStory): BothTrails => {
  const { client, staff, request, asked_at } = story
  const call: PastCall = {
    at: asked_at,
    action: 'internal:support',
    call: 'POST /clients/{client}/supportaccess',
    status_code: 200,
    parameters: { client },
    ...told('support_access.requested', { ...request, requested_by: staff.user_reference }),
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
export const trailOfApproval = (story: SupportStory): UserActivityRow[] => {
  const { approver, request } = story
  return [
    decided(story, minutesTo.approval, 'support_access.approved', {
      approval_expiry: request.requested_expiry,
      approved_by: approver.user_reference,
    }),
  ]
}

/** Approval, the calls of the visit, and revocation. */
export const trailOfVisit = (story: SupportStory): BothTrails => {
  const { client, staff, request } = story
  const { request_reference, role } = request
  const visited = callsOf(story)
  const asVisitor = { user_id: visitorReference(staff.user_reference), roles: [role] }
  const seedOf = ({ at, call }: PastCall) => `visit ${request_reference} ${at} ${call}`
  return {
    customers: [
      ...trailOfApproval(story),
      decided(story, minutesTo.revocation, 'support_access.revoked', {}),
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

const decided = (story: SupportStory, minutes: number, event: AuditEvent, approval: object): UserActivityRow => {
  const { client, staff, approver, request, asked_at } = story
  const { request_reference, role } = request
  const call: PastCall = {
    at: asked_at + minutes * minuteMs,
    action: 'support_access:decide',
    call: 'PUT /supportaccess/{request_reference}',
    status_code: 200,
    parameters: { client, request_reference },
    ...told(event, {
      request_reference,
      role,
      requested_by: staff.user_reference,
      rejection_reason: null,
      ...approval,
    }),
  }
  return userRow(client, approver, call, `${event} ${request_reference}`)
}

const callsOf = ({ client, occasion, staff, request, asked_at }: SupportStory): PastCall[] => {
  const { request_reference, role } = request
  const at = (minutes: number) => asked_at + minutes * minuteMs
  const mode = (call: string, minutes: number, event: AuditEvent): PastCall => ({
    at: at(minutes),
    action: 'signed_in',
    call,
    status_code: 204,
    parameters: { client },
    ...told(event, { request_reference, requested_by: staff.user_reference, roles: [role] }),
  })
  return [
    mode('POST /support_mode', minutesTo.entry, 'support_mode.entered'),
    ...occasion.visit.looked_at.map(({ parameters, ...call }, index) => ({
      ...call,
      at: at(minutesTo.firstLook + 4 * index),
      status_code: 200,
      parameters: { client, ...parameters },
    })),
    mode('DELETE /support_mode', minutesTo.leaving, 'support_mode.left'),
  ]
}
