import { useMatches } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { entryOf, screensFor } from '../navigation-screens.ts'
import { isSetting } from '../screen.ts'
import { settingsSections } from '../screens/sections.ts'
import { NavigationEntry } from '../shell/navigation-entry.tsx'
import classes from './settings-navigation.module.css'

/** The list of the area of settings beside one of its screens, where the page has room for it. */
export const SettingsNavigation = () => {
  const t = useText()
  const { profile } = useProfile()
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const entry = screen && entryOf(screen)
  if (!profile || !entry || !isSetting(entry)) return null
  const { area } = settingsSections[entry.place.settings]
  const offered = screensFor(profile)
    .filter(isSetting)
    .filter(({ place }) => settingsSections[place.settings].area === area)
  return (
    <nav aria-label={t('page.settings_area')} className={classes.navigation}>
      {[...Map.groupBy(offered, ({ place }) => place.settings)].map(([name, screens]) => (
        <div key={name}>
          <div className={classes.title}>{t(settingsSections[name].title)}</div>
          <ul className={classes.list}>
            {screens.map((each) => (
              <NavigationEntry key={each.path} screen={each} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
