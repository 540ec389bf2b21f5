import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import type { NavigationScreen } from '../screen.ts'
import { type SectionName, sections } from '../screens/sections.ts'
import classes from './navigation.module.css'
import { NavigationEntry, WaitingRequestsBadge } from './navigation-entry.tsx'
import sectionClasses from './navigation-section.module.css'

interface NavigationSectionProps {
  name: SectionName
  screens: readonly NavigationScreen[]
  isOpen: boolean
  onToggle: () => void
}

/** A section of the navigation, which folds if it has a title. What waits in a folded section is counted beside its title. */
export const NavigationSection = ({ name, screens, isOpen, onToggle }: NavigationSectionProps) => {
  const t = useText()
  const entriesId = useId()
  const title = sections[name]
  const entries = (
    <ul id={entriesId} className={classes.list} hidden={title !== null && !isOpen}>
      {screens.map((screen) => (
        <NavigationEntry key={screen.path} screen={screen} />
      ))}
    </ul>
  )
  if (title === null) return entries
  return (
    <div>
      <UnstyledButton
        className={sectionClasses.title}
        aria-expanded={isOpen}
        aria-controls={entriesId}
        onClick={onToggle}
      >
        {t(title)}
        <IconChevronDown size={14} stroke={1.8} aria-hidden />
        {!isOpen && screens.some(({ place }) => place.badge === 'waiting_requests') && <WaitingRequestsBadge />}
      </UnstyledButton>
      {entries}
    </div>
  )
}
