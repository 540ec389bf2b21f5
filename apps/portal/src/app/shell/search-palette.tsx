import { Loader } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightActionGroupData, useSpotlight } from '@mantine/spotlight'
import { IconBookmark, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { isNamed } from '../../shared/found/is-named.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useSavedViews } from '../../shared/saved-views/use-saved-views.ts'
import { addressOfView } from '../../shared/saved-views/view-search.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { screensFor } from '../navigation-screens.ts'
import classes from './search-palette.module.css'
import { useFoundGroups } from './use-found-groups.tsx'
import { usePaletteActions } from './use-palette-actions.tsx'
import { useWordSearch } from './use-word-search.tsx'

const [palette, { open }] = createSpotlight()

export const openSearch = open

/**
 * Chooses the first entry whenever none is chosen: when the palette opens, and when an answer has replaced the entries. The palette itself
 * chooses one only while somebody types.
 */
const useFirstChosen = (): void => {
  const { opened } = useSpotlight(palette)
  useEffect(() => {
    if (!opened) return
    let frame = requestAnimationFrame(function choose() {
      const list = document.getElementById(palette.getState().listId)
      const first = list?.querySelector('[data-action]')
      // It is drawn after the palette has opened.
      if (!first) frame = requestAnimationFrame(choose)
      else if (!list?.querySelector('[data-selected]')) {
        first.setAttribute('data-selected', 'true')
        palette.updateState((state) => ({ ...state, selected: 0 }))
      }
    })
    return () => cancelAnimationFrame(frame)
  })
}

/** Enter takes the first entry also in the moment before it is chosen. */
const takeFirst = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): void => {
  const dialog = currentTarget.closest('[role="dialog"]')
  if (key !== 'Enter' || dialog?.querySelector('[data-selected]')) return
  dialog?.querySelector<HTMLElement>('[data-action]')?.click()
}

/** The entries that the query names. What the server finds matches by more than its label. */
const named = (section: SpotlightActionGroupData, query: string): SpotlightActionGroupData => ({
  ...section,
  actions: section.actions.filter(({ label = '', description = '' }) => isNamed(`${label} ${description}`, query)),
})

/** Opens any screen, runs the main actions, and finds everything that has a name, number or reference. */
export const SearchPalette = () => {
  const t = useText()
  const { profile } = useProfile()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  useFirstChosen()
  const screens: SpotlightActionGroupData = {
    group: t('shell.search_screens'),
    actions: (profile ? screensFor(profile) : []).map(({ path, title, place: { icon: Icon } }) => ({
      id: path,
      label: t(title),
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: path }),
    })),
  }
  const { views } = useSavedViews()
  const savedViews: SpotlightActionGroupData = {
    group: t('saved_view.views'),
    actions: (profile ? screensFor(profile) : []).flatMap(({ path, title }) =>
      views
        .filter((view) => view.path === path)
        .map((view) => ({
          id: view.view_reference,
          label: view.name,
          description: t(title),
          leftSection: <IconBookmark size={18} stroke={1.6} />,
          onClick: () => void navigate({ to: path, search: addressOfView(view) }),
        })),
    ),
  }
  const actions = usePaletteActions()
  const own = [screens, savedViews, actions].map((section) => named(section, query))
  const { groups, isSearching, hasFailed } = useFoundGroups(query)
  const words = useWordSearch(query)
  // What has that name comes before what has that word. Until it is known, Enter must not search words.
  const wordsAtLast = isSearching ? [] : [words]
  return (
    <Spotlight
      store={palette}
      // What was found comes last, so that the selected entry stays the first when the answer arrives.
      actions={[...own, ...groups, ...wordsAtLast].filter((group) => group.actions.length > 0)}
      filter={(_, sections) => sections}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      nothingFound={
        <span role="status">
          {t(isSearching ? 'shell.search_going_on' : hasFailed ? 'shell.search_failed' : 'shell.search_empty')}
        </span>
      }
      highlightQuery
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      classNames={{ actionsList: classes.list, actionDescription: classes.description }}
      attributes={{ content: { 'aria-label': t('shell.search') } }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        rightSection: isSearching && <Loader size={16} aria-hidden />,
        placeholder: t('shell.search_prompt'),
        'aria-label': t('shell.search'),
        onKeyDown: takeFirst,
      }}
    />
  )
}
