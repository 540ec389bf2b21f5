import type { Found } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { wordsOf } from '../../../shared/found/use-found.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import type { ListName } from '../kinds.ts'
import { isPhoneNumber } from './names-in-search.ts'
import classes from './search-hits.module.css'
import { usePeopleOfList } from './use-people-of-list.ts'

/**
 * Leads from a search of words to the recordings of people with such a name, or with such a number: names and the numbers of parties
 * are not among the words of messages.
 */
export const NamedPeople = ({ list }: { list: ListName }) => {
  const t = useText()
  const { filter } = useFilters()
  const text = valuesOf(filter, 'text').at(-1) ?? ''
  const { people, show } = usePeopleOfList(list, text)
  const numbers = isPhoneNumber(text) ? people.filter(({ kind }) => kind === 'number') : []
  const named = people.filter((person) => person.name !== null && !numbers.includes(person))
  return (
    <>
      <Offered label={t('search.people')} people={named} nameIn={(person) => wordsOf(person).label} onShow={show} />
      <Offered
        label={t('search.numbers', { count: numbers.length })}
        people={numbers}
        nameIn={({ reference, name }) => (name === null ? reference : `${reference} (${name})`)}
        onShow={show}
      />
    </>
  )
}

interface OfferedProps {
  label: string
  people: readonly Found[]
  nameIn: (person: Found) => string
  onShow: (person: Found) => void
}

const Offered = ({ label, people, nameIn, onShow }: OfferedProps) =>
  people.length > 0 && (
    <div className={classes.people}>
      <span>{label}</span>
      {people.map((person) => (
        <Button
          key={`${person.kind} ${person.reference}`}
          variant="default"
          size="compact-xs"
          title={person.reference}
          onClick={() => onShow(person)}
        >
          <bdi>{nameIn(person)}</bdi>
        </Button>
      ))}
    </div>
  )
