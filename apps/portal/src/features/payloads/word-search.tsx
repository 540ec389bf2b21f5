import { limits } from '@holdfast/contract'
import { ActionIcon, CloseButton, Group, Popover, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import type { KindName } from './kinds.ts'
import classes from './word-search.module.css'

/** Searches the words of messages, or of the comments on other recordings. The address holds what was searched. */
export const WordSearch = ({ name }: { name: KindName }) => {
  const { filter } = useFilters()
  const searched = valuesOf(filter, 'text').at(-1) ?? ''
  // Another search, such as that of Back, replaces what was typed.
  return <SearchForm key={searched} name={name} searched={searched} />
}

const SearchForm = ({ name, searched }: { name: KindName; searched: string }) => {
  const t = useText()
  const hint = useId()
  const { filter, setFilter } = useFilters()
  const [typed, setTyped] = useState(searched)
  const search = (text: string) => setFilter(withValues(filter, 'text', text === '' ? [] : [text]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(typed.trim())
  }
  const label = t(name === 'messages' ? 'search.messages' : 'search.comments')
  return (
    // biome-ignore lint/a11y/useSemanticElements: axe does not know <search> yet
    <form role="search" className={classes.search} onSubmit={submit}>
      <TextInput
        type="search"
        aria-label={label}
        aria-describedby={hint}
        placeholder={label}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        rightSection={
          <Group gap={2} wrap="nowrap">
            {searched && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => search('')} />}
            <SearchHelp />
          </Group>
        }
        rightSectionWidth={searched ? 60 : 34}
        maxLength={limits.maxSearchCharacters}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <VisuallyHidden id={hint}>{t('search.hint')}</VisuallyHidden>
    </form>
  )
}

const SearchHelp = () => {
  const t = useText()
  return (
    <Popover width={280} position="bottom-end" withArrow>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('search.help')}>
          <IconHelpCircle size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t('search.hint')}</Text>
      </Popover.Dropdown>
    </Popover>
  )
}
