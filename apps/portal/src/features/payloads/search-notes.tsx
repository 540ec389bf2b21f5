import type { calls } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { useIntl } from 'react-intl'
import { dayStyle } from '../../shared/i18n/day-style.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { ListNoteProps } from '../../shared/list/list-page.tsx'
import type { PageOf } from '../../shared/list/list-queries.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import classes from './search-hits.module.css'

/** What a search did not look for, and how far it came: one request searches a limited part of the list. */
export const SearchNotes = ({ lastPage, isLoadingMore, onMore }: ListNoteProps<PageOf<typeof calls.listPayloads>>) => {
  const t = useText()
  const intl = useIntl()
  const isOldestFirst = useFilters().sort?.endsWith('asc') ?? false
  if (!lastPage) return null
  const { left_out = [], shortened = [], searched_back_to, is_index_complete = true } = lastPage
  const listed = (words: readonly string[]) => intl.formatList([...words])
  return (
    <div className={classes.notes} role="status">
      {left_out.length > 0 && <span>{t('search.left_out', { words: listed(left_out) })}</span>}
      {shortened.length > 0 && <span>{t('search.shortened', { words: listed(shortened) })}</span>}
      {!is_index_complete && <span>{t('search.incomplete')}</span>}
      {searched_back_to && (
        <>
          <span>
            {t(isOldestFirst ? 'search.on_to' : 'search.back_to', {
              date: intl.formatDate(searched_back_to, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' }),
            })}
          </span>
          <Button variant="default" size="xs" loading={isLoadingMore} onClick={onMore}>
            {t(isOldestFirst ? 'search.further_on' : 'search.further_back')}
          </Button>
        </>
      )}
    </div>
  )
}
