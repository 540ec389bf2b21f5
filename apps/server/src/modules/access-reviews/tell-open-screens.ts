import type { TenantTransaction } from '../../platform/database/index.ts'
import type { ReviewRow } from './review-row.ts'

/** Open screens of whoever owns a review, or may see it with `roles:read`, read it again. */
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
