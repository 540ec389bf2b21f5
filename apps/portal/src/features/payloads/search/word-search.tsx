import { type Found, limits } from '@holdfast/contract'
import {
  ActionIcon,
  CloseButton,
  Combobox,
  Group,
  Popover,
  Text,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core'
import { IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { wordsOf } from '../../../shared/found/use-found.ts'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { valuesOf, withValues } from '../../../shared/list/filter-fields.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { type ListName, listedKinds } from '../kinds.ts'
import { usePeopleOfList } from './use-people-of-list.ts'
import classes from './word-search.module.css'

/**
 * Searches the words of messages, or of the comments on other recordings. The address holds what was searched. People and numbers that the
 * typed text names are offered: their recordings are found by a filter.
 */
export const WordSearch = ({ name }: { name: ListName }) => {
  const { filter } = useFilters()
  const searched = valuesOf(filter, 'text').at(-1) ?? ''
  // Another search, such as that of Back, replaces what was typed.
  return <SearchForm key={searched} name={name} searched={searched} />
}

const SearchForm = ({ name, searched }: { name: ListName; searched: string }) => {
  const t = useText()
  const hint = useId()
  const { filter, setFilter } = useFilters()
  const [typed, setTyped] = useState(searched)
  const offer = useCombobox({ onDropdownClose: () => offer.resetSelectedOption() })
  const { people, hasMore, onlyNumber, show } = usePeopleOfList(name, typed === searched ? '' : typed)
  const search = (text: string) => setFilter(withValues(filter, 'text', text === '' ? [] : [text]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    offer.closeDropdown()
    if (onlyNumber) return take(onlyNumber)
    search(typed.trim())
  }
  const take = (person: Found | undefined) => {
    offer.closeDropdown()
    setTyped('')
    if (person) show(person)
  }
  const prompt = t(prompts[name === 'messages' || name === 'calls' || name === 'all' ? name : 'others'])
  return (
    // biome-ignore lint/a11y/useSemanticElements: axe does not know <search> yet
    <form role="search" className={classes.search} onSubmit={submit}>
      <Combobox store={offer} onOptionSubmit={(reference) => take(people.find((one) => one.reference === reference))}>
        <Combobox.Target>
          <TextInput
            type="search"
            aria-label={prompt}
            aria-describedby={hint}
            placeholder={prompt}
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
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              offer.openDropdown()
            }}
            onBlur={() => offer.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={people.length === 0}>
          <Combobox.Options aria-label={t('search.people')}>
            {people.map((person) => (
              <Combobox.Option key={`${person.kind} ${person.reference}`} value={person.reference}>
                <bdi className={classes.person}>
                  {t('shell.search_of_person', { service: t(listedKinds[name].title), name: wordsOf(person).label })}
                </bdi>
                {wordsOf(person).detail && <span className={classes.reference}>{wordsOf(person).detail}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {hasMore && (
            <Combobox.Footer>
              <Text size="xs" c="dimmed">
                {t('list.first_found', { count: people.length })}
              </Text>
            </Combobox.Footer>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden id={hint}>{t('search.hint')}</VisuallyHidden>
    </form>
  )
}

/** The name of the box, which stands in it too. Only calls and messages have other parties. */
const prompts = {
  all: 'search.messages_prompt',
  messages: 'search.messages_prompt',
  calls: 'search.calls_prompt',
  others: 'search.comments_prompt',
} as const satisfies Record<string, MessageId>

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
