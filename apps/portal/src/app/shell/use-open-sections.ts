import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { personOf } from '../../shared/session/session-state.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { entryOf } from '../navigation-screens.ts'
import { isInNavigation, type NavigationScreen } from '../screen.ts'
import { type SectionName, sections } from '../screens/sections.ts'
import { type ChosenSections, storedSections, storeSection } from './open-sections.ts'

const fewEntries = 20

/** The section of the navigation that the current screen belongs to. */
const useCurrentSection = (): SectionName | undefined => {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const entry = screen && entryOf(screen)
  return entry && isInNavigation(entry) ? entry.place.section : undefined
}

/** The sections that are open at first: all if there are few entries, otherwise the first one. */
const initiallyOpen = (screens: readonly NavigationScreen[]): ((name: SectionName) => boolean) => {
  const areFew = screens.length <= fewEntries
  const first = screens.find(({ place }) => sections[place.section] !== null)?.place.section
  return (name) => areFew || name === first
}

/**
 * Which sections of the navigation are open: those that the person opened in this browser, and the current screen's, which opens
 * whenever one of its screens does.
 */
export const useOpenSections = (screens: readonly NavigationScreen[]) => {
  const person = personOf(useSession()) ?? ''
  const current = useCurrentSection()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [chosen, setChosen] = useState<ChosenSections>(() => storedSections(localStorage, person))
  useEffect(() => {
    if (path && current) setChosen((former) => (former[current] ? former : { ...former, [current]: true }))
  }, [path, current])
  // Computed once: sections should not fold when the person gets another role, and with it more entries.
  const [atFirst] = useState(() => ({ isOpen: initiallyOpen(screens) }))
  const isOpen = (name: SectionName): boolean => chosen[name] ?? atFirst.isOpen(name)
  const toggle = (name: SectionName) => {
    setChosen({ ...chosen, [name]: !isOpen(name) })
    storeSection(localStorage, person, name, !isOpen(name))
  }
  return { isOpen, toggle }
}
