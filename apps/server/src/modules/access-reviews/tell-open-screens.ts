import type { TenantTransaction } from '../../platform/database/index.ts'
import type { ReviewRow } from './review-row.ts'

/** Tells open screens of the review's owner and of people with `roles:read` to read the review again. */
export const tellOpenScreens = (
  tx: TenantTransaction,
  { review_reference, owner }: Pick<ReviewRow, 'review_reference' | 'owner'>,
): Promise<void> =>
  tx.notify({
    kind: 'access_review',
    reference: review_reference,
    state: null,
    payload_type: null,
    group: null,
    audience: { people: [owner], roles: [] },
  })
