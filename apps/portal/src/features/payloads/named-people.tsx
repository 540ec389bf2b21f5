import { Button } from '@mantine/core'
import { wordsOf } from '../../shared/found/use-found.ts'
import { useText } from '../../shared/i18n/text.ts'
import { valuesOf } from '../../shared/list/filter-fields.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import classes from './search-hits.module.css'
import { usePeopleOfList } from './use-people-of-list.ts'

/** Leads from a search of words to the recordings of people with such a name: words of names are not among those of messages. */
export const NamedPeople = () => {
  const t = useText()
  const { filter } = useFilters()
  const { people, show } = usePeopleOfList('messages', valuesOf(filter, 'text').at(-1) ?? '')
  const named = people.filter(({ name }) => name !== null)
  if (named.length === 0) return null
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
