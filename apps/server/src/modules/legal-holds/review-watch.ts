import type { Watch } from '../alerts/index.ts'
import { matters } from './matter-record.ts'

/** Open matters whose review date has come. */
export const holdReviewWatch: Watch = {
  condition: 'hold_review_due',
  async causes(tx) {
    const today = tx.now.toISOString().slice(0, 'yyyy-mm-dd'.length)
    const rows = await matters
      .select(tx)
      .where('is_closed', '=', false)
      .where('review_on', '<=', today)
      .orderBy('matter_reference')
      .limit(maxMatters)
      .execute()
    return rows.map(({ matter_reference, review_on }) => ({
      condition: 'hold_review_due' as const,
      of: matter_reference,
      values: { matter: matter_reference, date: review_on ?? '' },
      related: [
        {
          entity_id: matter_reference,
          entity_type: 'Matter',
          entity_subtype: null,
          api_link: '/matters',
          page_link: null,
        },
      ],
    }))
  },
}

const maxMatters = 1000
