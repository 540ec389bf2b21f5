import { limits } from '@holdfast/contract'
import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import type { ListName } from './kinds.ts'
import classes from './word-search.module.css'

/** Searches the words of messages, or of the comments on other recordings. The address holds what was searched. */
export const WordSearch = ({ name }: { name: ListName }) => {
  const { filter } = useFilters()
  const searched = valuesOf(filter, 'text').at(-1) ?? ''
  // Another search, such as that of Back, replaces what was typed.
  return <SearchForm key={searched} name={name} searched={searched} />
}

const SearchForm = ({ name, searched }: { name: ListName; searched: string }) => {
  const t = useText()
  const { filter, setFilter } = useFilters()
  const [typed, setTyped] = useState(searched)
  const search = (text: string) => setFilter(withValues(filter, 'text', text === '' ? [] : [text]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(typed.trim())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: axe does not know <search> yet
    <form role="search" className={classes.search} onSubmit={submit}>
      <TextInput
        type="search"
        label={t(name === 'messages' ? 'search.messages' : 'search.comments')}
        description={t('search.hint')}
        inputWrapperOrder={['label', 'input', 'description']}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        rightSection={searched && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => search('')} />}
        maxLength={limits.maxSearchCharacters}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className={classes.input}
      />
      <Group className={classes.button}>
        <Button type="submit" variant="default">
          {t('search.run')}
        </Button>
      </Group>
    </form>
  )
}
