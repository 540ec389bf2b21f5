import type { AuditEvent } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { titleFirst } from './trail-events.ts'

const orderOf = (call: string, events: readonly AuditEvent[]) =>
  titleFirst(
    call,
    events.map((event) => ({ event })),
  ).map(({ event }) => event)

test.each<[string, string, readonly AuditEvent[], AuditEvent | undefined]>([
  [
    'the change, before access that it granted',
    'PUT /users/{device_user_reference}',
    ['access.granted', 'device_user.updated'],
    'device_user.updated',
  ],
  [
    'what the call is for, before what it found',
    'POST /verify',
    ['device.serial_shared', 'device.verified'],
    'device.verified',
  ],
  [
    'the change that was approved, before the approval',
    'PUT /role_drafts/{draft_reference}',
    ['access.granted', 'group.updated', 'role_draft.approved'],
    'group.updated',
  ],
  [
    'the first one of calls that only read',
    'GET /exchange',
    ['portal_user.created', 'session.signed_in'],
    'portal_user.created',
  ],
  ['granted access, where nothing else is', 'JOB anything', ['access.granted'], 'access.granted'],
  ['nothing', 'GET /groups', [], undefined],
])('an entry is called by %s', (_, call, events, title) => {
  const order = orderOf(call, events)
  expect(order[0]).toBe(title)
  expect(order.toSorted()).toEqual(events.toSorted())
})
