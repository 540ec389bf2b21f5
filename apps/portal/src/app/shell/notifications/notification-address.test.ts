import type { Notification } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { addressOf } from './notification-address.ts'

const reference = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const addressOfKind = (kind: Notification['kind']) =>
  addressOf({ kind, is_hidden: false, payload: null, items: null, reference } as Notification)?.to

it('requests for access and reviews of access lead to their own screens', () => {
  const requests = ['access_requested', 'access_approved', 'access_rejected', 'access_expired'] as const
  for (const kind of requests) expect(addressOfKind(kind)).toBe(`/dashboard/access/requests/${reference}`)
  const reviews = ['access_review_drawn', 'access_review_overdue', 'access_removal_needed'] as const
  for (const kind of reviews) expect(addressOfKind(kind)).toBe(`/dashboard/access/reviews/${reference}`)
})

it('a matter that somebody was put into leads to the matter', () => {
  for (const kind of ['matter_owned', 'matter_joined'] as const) {
    expect(addressOfKind(kind)).toBe(`/dashboard/account/legal-holds/matters/${reference}`)
  }
})

it('a mention leads to the comments of its recording, and one on several to the comments of its author', () => {
  const payload = { payload_reference: reference, payload_type: 'Call' } as const
  const mention = { kind: 'mentioned', is_hidden: false, payload, items: null, caused_by: 'ruth' } as Notification
  expect(addressOf(mention)).toEqual({ to: `/dashboard/services/calls/${reference}`, hash: 'comments' })
  expect(addressOf({ ...mention, payload: null, items: 3 })).toEqual({
    to: '/dashboard/services/comments',
    search: { filter: { raised_by: 'ruth' } },
  })
  expect(addressOf({ ...mention, payload: null, is_hidden: true })).toBeNull()
})
