import type { Watch } from '../alerts/index.ts'

const overdueMs = 2 * 24 * 60 * 60 * 1000
const maxCounted = 1000

/** Changes of access that have been waiting for two days: one alert for all of them. */
export const overdueWatch: Watch = {
  condition: 'approval_overdue',
  async causes({ client, db, now }) {
    const rows = await db
      .selectFrom('role_drafts')
      .select('draft_reference')
      .where('client', '=', client)
      .where('state', '=', 'waiting')
      .where('handed_over_at', '<=', new Date(now.getTime() - overdueMs).toISOString())
      .limit(maxCounted)
      .execute()
    return rows.length === 0
      ? []
      : [{ condition: 'approval_overdue', of: 'drafts', values: { count: String(rows.length) } }]
  },
}
