import type { ActivitySubject } from '@holdfast/contract'

type Subject = Pick<ActivitySubject, 'kind' | 'reference'>

/** The address of the trail with the entries about something. */
export const trailOf = ({ kind, reference }: Subject) => ({
  to: '/dashboard/account/audit',
  search: { filter: { subjects: [`${kind}:${reference}`] } },
})
