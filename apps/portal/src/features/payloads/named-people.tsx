import type { Found, FoundKind } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { useFound, wordsOf } from '../../shared/found/use-found.ts'
import { rememberName } from '../../shared/found/use-names.ts'
import { useText } from '../../shared/i18n/text.ts'
import { valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import classes from './search-hits.module.css'

/** The filter for each kind of thing that has the name of a person. */
const filterNames = { device_user: 'device_user_references', number: 'numbers' } as const
const people: FoundKind[] = ['device_user', 'number']

/** A few; the filter by person finds all. */
const mostOffered = 5

/** Leads from a search of words to the recordings of people with such a name: words of names are not among those of messages. */
export const NamedPeople = () => {
  const t = useText()
  const { filter, setFilter } = useFilters()
  const searched = valuesOf(filter, 'text').at(-1) ?? ''
  const { found } = useFound(searched, people)
  const named = found.filter(({ name }) => name !== null).slice(0, mostOffered)
  if (named.length === 0) return null
  const show = (person: Found) => {
    const { text: _, ...others } = filter
    rememberName(person.reference, wordsOf(person).label)
    setFilter(withValues(others, filterNames[person.kind as keyof typeof filterNames], [person.reference]))
  }
  return (
    <div className={classes.people}>
      <span>{t('search.people')}</span>
      {named.map((person) => (
        <Button
          key={`${person.kind} ${person.reference}`}
          variant="default"
          size="compact-xs"
          title={person.reference}
          onClick={() => show(person)}
        >
          <bdi>{wordsOf(person).label}</bdi>
        </Button>
      ))}
    </div>
  )
}
