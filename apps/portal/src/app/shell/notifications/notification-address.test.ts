import type { Notification } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { addressOf } from './notification-address.ts'

const reference = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const addressOfKind = (kind: Notification['kind']) =>
  addressOf({ kind, is_hidden: false, payload: null, reference } as Notification)?.to

it('requests for access and reviews of access lead to their own screens', () => {
  const requests = ['access_requested', 'access_approved', 'access_rejected', 'access_expired'] as const
  for (const kind of requests) expect(addressOfKind(kind)).toBe(`/dashboard/access/requests/${reference}`)
  const reviews = ['access_review_drawn', 'access_review_overdue', 'access_removal_needed'] as const
  for (const kind of reviews) expect(addressOfKind(kind)).toBe(`/dashboard/access/reviews/${reference}`)
})
