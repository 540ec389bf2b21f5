import type { FindText } from '../message.ts'

/** A subject of the filter, such as 'Role Reviewer' for `role:Reviewer`. */
export const subjectInWords = (subject: string, findText: FindText): string => {
  const colon = subject.indexOf(':')
  return `${findText(`subject.${subject.slice(0, colon)}`) ?? ''} ${subject.slice(colon + 1)}`.trim()
}
