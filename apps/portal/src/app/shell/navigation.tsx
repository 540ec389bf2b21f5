import { Anchor, Skeleton, Stack } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useSavedViews } from '../../shared/saved-views/use-saved-views.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { screensFor } from '../navigation-screens.ts'
import { isInNavigation, type NavigationScreen } from '../screen.ts'
import { type SectionName, sections } from '../screens/sections.ts'
import classes from './navigation.module.css'
import { NavigationSection } from './navigation-section.tsx'
import { useOpenSections } from './use-open-sections.ts'

const sectionNames = Object.keys(sections) as SectionName[]

const Sections = ({ screens }: { screens: readonly NavigationScreen[] }) => {
  const screensOf = Map.groupBy(screens, ({ place }) => place.section)
  const { isOpen, toggle } = useOpenSections(screens)
  return sectionNames
    .filter((name) => screensOf.has(name))
    .map((name) => (
      <NavigationSection
        key={name}
        name={name}
        screens={screensOf.get(name) ?? []}
        isOpen={isOpen(name)}
        onToggle={() => toggle(name)}
      />
    ))
}

/** The screens that the person's roles open, in sections that fold. */
export const Navigation = () => {
  const t = useText()
  const { profile, isLoading } = useProfile()
  const { hasMore, hasFailed, reload, readAgain } = useSavedViews()
  useEvents((event) => {
    if (event.kind === 'saved_view') readAgain()
  }, reload)
  return (
    <div className={classes.scroll}>
      <nav aria-label={t('shell.navigation')} className={classes.navigation}>
        {isLoading && (
          <Stack gap="sm" p="xs">
            {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
              <Skeleton key={row} height={18} radius="sm" />
            ))}
          </Stack>
        )}
        {profile && <Sections screens={screensFor(profile).filter(isInNavigation)} />}
        {hasMore && <p className={classes.note}>{t('saved_view.has_more')}</p>}
        {hasFailed && (
          <p className={classes.note}>
            {t('saved_view.failed')}{' '}
            <Anchor component="button" size="xs" onClick={reload}>
              {t('error.retry')}
            </Anchor>
          </p>
        )}
      </nav>
    </div>
  )
}
