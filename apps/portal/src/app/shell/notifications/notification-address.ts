import type { Notification } from '@holdfast/contract'
import { addressOfMatter } from '../../../shared/legal-holds/matter-address.ts'
import { recordingScreens } from '../../../shared/recordings/recording-screens.ts'

interface Address {
  to: string
  search?: { filter: Record<string, string | string[]> }
  /** Where on the screen it is. */
  hash?: string
}

const ownReviews = '/dashboard/reviews'

/** The screen of what a notification is about; `null` if there is none, or the person may not see it any more. */
export const addressOf = ({
  client,
  kind,
  is_hidden,
  payload,
  items,
  reference,
  caused_by,
  name,
  alert,
}: Notification): Address | null => {
  if (is_hidden) return null
  if (kind === 'mentioned' && items !== null && caused_by !== null) {
    return { to: '/dashboard/services/comments', search: { filter: { raised_by: caused_by } } }
  }
  if (kind === 'mentioned') {
    const address = recordingAddress(payload)
    return address && { ...address, hash: 'comments' }
  }
  // What was asked for can be opened now; the request says why it was rejected.
  if (kind === 'access_approved' && payload) return recordingAddress(payload)
  if (kind.startsWith('access_review_') || kind === 'access_removal_needed') {
    return reference ? { to: `/dashboard/access/reviews/${reference}` } : null
  }
  if (kind.startsWith('access_')) return reference ? { to: `/dashboard/access/requests/${reference}` } : null
  // It counts already; the person's menu names their roles.
  if (kind === 'role_given') return null
  if (kind === 'role_end_changed') {
    return { to: '/dashboard/access/people', search: { filter: name === null ? {} : { role: name } } }
  }
  if (kind === 'support_requested') return reference ? { to: `/dashboard/account/support-access/${reference}` } : null
  if (kind.startsWith('role_draft_')) return reference ? { to: `/dashboard/access/role-drafts/${reference}` } : null
  if (kind.startsWith('alert_')) {
    const list = client === 'admin' ? '/internal/alerts' : '/dashboard/account/alerts'
    if (!alert || !reference) return { to: list }
    return { to: client === 'admin' ? `${list}/${alert.client}/${reference}` : `${list}/${reference}` }
  }
  if (kind === 'matter_owned' || kind === 'matter_joined') return reference ? { to: addressOfMatter(reference) } : null
  if (kind === 'report_stopped') return { to: '/dashboard/reports' }
  if (kind === 'queue_overdue' || kind === 'queue_not_drawn')
    return reference ? { to: `/dashboard/reviews/queues/${reference}` } : null
  if (kind === 'reviews_escalated') return { to: ownReviews, search: { filter: { states: ['escalated'] } } }
  if (kind === 'reviews_due_soon') return { to: ownReviews, search: { filter: { due: 'soon' } } }
  if (kind === 'reviews_overdue') return { to: ownReviews, search: { filter: { due: 'overdue' } } }
  return { to: ownReviews }
}

const recordingAddress = (payload: Notification['payload']): Address | null => {
  const screen = payload && recordingScreens[payload.payload_type]
  return screen ? { to: screen.replace('$payload_reference', encodeURIComponent(payload.payload_reference)) } : null
}
