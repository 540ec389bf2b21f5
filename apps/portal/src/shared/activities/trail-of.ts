import type { ActivitySubject } from '@holdfast/contract'
import type { FindText } from '../i18n/message.ts'

type Subject = Pick<ActivitySubject, 'kind' | 'reference'>

/** The address of the trail with the entries about something. */
export const trailOf = ({ kind, reference }: Subject) => ({
  to: '/dashboard/account/audit',
  search: { filter: { subjects: [`${kind}:${reference}`] } },
})

/** A subject of the filter, such as 'Role Reviewer' for `role:Reviewer`. */
export const subjectInWords = (subject: string, findText: FindText): string => {
  const colon = subject.indexOf(':')
  return `${findText(`subject.${subject.slice(0, colon)}`) ?? ''} ${subject.slice(colon + 1)}`.trim()
}
