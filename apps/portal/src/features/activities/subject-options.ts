import type { ActivitySubject, Found, Matter } from '@holdfast/contract'
import { displayText, type FindText } from '@holdfast/words'

/** What the palette finds that entries of the trail can be about. */
export const soughtKinds = ['portal_user', 'device_user', 'device', 'group', 'role', 'payload'] as const

/** Kinds whose references people know and can type, also those who may not look for them. */
const typedKinds = [
  'portal_user',
  'role',
  'group',
  'tag',
  'app',
  'device',
  'device_user',
  'role_draft',
  'matter',
] as const satisfies readonly ActivitySubject['kind'][]

/** A device is known by its reference: its holder may change. */
const nameOf = ({ kind, reference, name }: Found): string =>
  kind === 'device' || name === null ? reference : displayText(name)

export interface SubjectOption {
  value: string
  label: string
}

/** What was found, and what was typed as it stands, as values of the filter and in words: 'Role Reviewer' for `role:Reviewer`. */
export const subjectOptions = (
  found: readonly Found[],
  typed: string,
  findText: FindText,
  matters: readonly Pick<Matter, 'matter_reference' | 'title'>[] = [],
): { found: SubjectOption[]; typed: SubjectOption[] } => {
  const kindOf = (kind: string) => findText(`subject.${kind}`) ?? kind
  const subjects = [
    ...found.map((one) => ({
      value: `${one.kind}:${one.reference}`,
      label: `${kindOf(one.kind)} ${nameOf(one)}`,
    })),
    ...matters.map(({ matter_reference: reference, title }) => ({
      value: `matter:${reference}`,
      label: `${kindOf('matter')} ${title === reference ? title : `${title} · ${reference}`}`,
    })),
  ]
  const known = new Set(subjects.map(({ value }) => value))
  const asTyped = typedKinds
    .map((kind) => ({ value: `${kind}:${typed}`, label: `${kindOf(kind)} ${typed}` }))
    .filter(({ value }) => !known.has(value))
  return { found: subjects, typed: typed === '' ? [] : asTyped }
}
