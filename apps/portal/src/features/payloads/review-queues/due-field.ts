import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { dayBefore } from '../../../shared/list/period.ts'

/** By the day on which a review is due, in the person's time zone. */
export const dueField: FilterField = {
  kind: 'choice',
  name: 'due',
  label: 'reviews.due_on',
  options: [
    { value: 'overdue', label: 'reviews.overdue' },
    { value: 'soon', label: 'reviews.due_soon' },
  ],
  inCall: (choice, now): Record<string, string> =>
    choice === 'overdue' ? { due_to: dayBefore(now, 1) } : { due_from: dayBefore(now, 0), due_to: dayBefore(now, -1) },
}
