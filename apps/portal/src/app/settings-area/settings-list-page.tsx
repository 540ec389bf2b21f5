import { useMatches } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { isOfferedTo } from '../offered-screens.ts'
import { settingsSections } from '../screens/sections.ts'
import { SettingsCard } from './settings-card.tsx'
import classes from './settings-list-page.module.css'

/** The settings that the person may open, by section, each with a line about it. */
export default function SettingsListPage() {
  const t = useText()
  const { profile } = useProfile()
  const { screen, settings = [] } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  const offered = profile ? settings.filter((screen) => isOfferedTo(screen, profile)) : []
  const sections = [...Map.groupBy(offered, ({ place }) => place.settings)]
  return (
    <>
      <PageHeader title={t(screen?.title ?? 'page.settings_area')} />
      <div className={classes.sections}>
        {sections.map(([name, screens]) => (
          <section key={name} aria-labelledby={`settings-${name}`}>
            <h2 id={`settings-${name}`} className={classes.title}>
              {t(settingsSections[name].title)}
            </h2>
            <ul className={classes.cards}>
              {screens.map((screen) => (
                <li key={screen.path}>
                  <SettingsCard screen={screen} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
