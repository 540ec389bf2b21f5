import classes from './named-person.module.css'
import { useColleagues } from './use-colleagues.ts'

/** Somebody by name, and by the reference that tells people of the same name apart. */
export const NamedPerson = ({ name, reference }: { name: string | null; reference: string }) => (
  <span className={classes.person} title={name === null ? undefined : `${name} (${reference})`}>
    {name !== null && (
      <>
        <bdi>{name}</bdi>{' '}
      </>
    )}
    <bdi className={name === null ? undefined : classes.reference}>{reference}</bdi>
  </span>
)

/** The same for a person of the account, whose name is read. */
export const NamedColleague = ({ reference }: { reference: string }) => {
  const name = useColleagues([reference])(reference)
  return <NamedPerson name={name === reference ? null : name} reference={reference} />
}
