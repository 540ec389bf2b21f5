import type { StatementContent } from '@holdfast/contract'
import { NamedPerson } from '../../../../shared/found/named-person.tsx'
import { useColleagues } from '../../../../shared/found/use-colleagues.ts'
import { useNames } from '../../../../shared/found/use-names.ts'

interface StatedPersonProps {
  content: StatementContent
  reference: string | null
}

/** A device user by the name in the statement, or by the current name if the statement has none. */
export const StatedPerson = ({ content: { device_user_names }, reference }: StatedPersonProps) => {
  const nameOf = useNames(reference === null || device_user_names ? [] : [reference])
  if (reference === null) return '–'
  const stated = device_user_names?.find((person) => person.device_user_reference === reference)
  return <NamedPerson name={stated?.name ?? nameIn(nameOf, reference)} reference={reference} />
}

/** Who explained a gap, likewise. */
export const StatedColleague = ({ content: { colleague_names }, reference }: StatedPersonProps) => {
  const nameOf = useColleagues(reference === null || colleague_names ? [] : [reference])
  if (reference === null) return '–'
  const stated = colleague_names?.find(({ user_reference }) => user_reference === reference)
  return <NamedPerson name={stated?.name ?? nameIn(nameOf, reference)} reference={reference} />
}

const nameIn = (nameOf: (reference: string) => string, reference: string): string | null => {
  const name = nameOf(reference)
  return name === reference ? null : name
}
