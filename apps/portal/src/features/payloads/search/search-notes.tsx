import type { calls, PayloadType } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import type { ListNoteProps } from '../../../shared/list/list-page.tsx'
import type { PageOf } from '../../../shared/list/list-queries.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { type Kind, kinds, type ListName } from '../kinds.ts'
import { NamedPeople } from './named-people.tsx'
import classes from './search-hits.module.css'

type SearchPage = PageOf<typeof calls.listPayloads>

/** What a search did not look for, close to where it was typed. */
const LeftOutNotes = ({ lastPage }: ListNoteProps<SearchPage>) => {
  const t = useText()
  const intl = useIntl()
  const { left_out = [], shortened = [], is_index_complete = true } = lastPage ?? {}
  if (left_out.length + shortened.length === 0 && is_index_complete) return null
  const listed = (words: readonly string[]) => intl.formatList([...words])
  return (
    <div className={classes.notes} role="status">
      {left_out.length > 0 && <span>{t('search.left_out', { words: listed(left_out) })}</span>}
      {shortened.length > 0 && <span>{t('search.shortened', { words: listed(shortened) })}</span>}
      {!is_index_complete && <span>{t('search.incomplete')}</span>}
    </div>
  )
}

/** The kinds in a list of several that have no words of their own. */
const WordlessNote = () => {
  const t = useText()
  const intl = useIntl()
  const { profile } = useProfile()
  const chosen = valuesOf(useFilters().filter, 'payload_types')
  const isListed = (type: PayloadType) =>
    (profile?.payload_types.includes(type) ?? false) && (chosen.length === 0 || chosen.includes(type))
  const wordless = Object.values<Kind>(kinds).filter(({ name, types }) => name !== 'messages' && types.some(isListed))
  if (wordless.length === 0) return null
  const listed = intl.formatList(
    wordless.map(({ title }) => t(title)),
    { type: 'unit' },
  )
  const mayReadComments = profile?.actions.includes('comments:read') ?? false
  return (
    <div className={classes.notes} role="status">
      <span>{t(mayReadComments ? 'search.wordless' : 'search.wordless_hidden', { kinds: listed })}</span>
    </div>
  )
}

const firstNotesOf = (list: ListName) => (props: ListNoteProps<SearchPage>) => (
  <>
    <NamedPeople list={list} />
    <LeftOutNotes {...props} />
  </>
)

/** Above the hits of each list: whose name or number was typed, and what was not searched. */
export const firstSearchNotes: Record<ListName, ComponentType<ListNoteProps<SearchPage>>> = {
  all: (props) => (
    <>
      <NamedPeople list="all" />
      <WordlessNote />
      <LeftOutNotes {...props} />
    </>
  ),
  calls: firstNotesOf('calls'),
  diagnostics: firstNotesOf('diagnostics'),
  interviews: firstNotesOf('interviews'),
  messages: firstNotesOf('messages'),
  photos: firstNotesOf('photos'),
  videos: firstNotesOf('videos'),
}

/** How far a search came: one request searches a limited part of the list. */
export const SearchNotes = ({ lastPage, isLoadingMore, onMore }: ListNoteProps<SearchPage>) => {
  const t = useText()
  const intl = useIntl()
  const isOldestFirst = useFilters().sort?.endsWith('asc') ?? false
  const { searched_back_to } = lastPage ?? {}
  if (!searched_back_to) return null
  return (
    <div className={classes.notes} role="status">
      <span>
        {t(isOldestFirst ? 'search.on_to' : 'search.back_to', {
          date: intl.formatDate(searched_back_to, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' }),
        })}
      </span>
      <Button variant="default" size="xs" loading={isLoadingMore} onClick={onMore}>
        {t(isOldestFirst ? 'search.further_on' : 'search.further_back')}
      </Button>
    </div>
  )
}
