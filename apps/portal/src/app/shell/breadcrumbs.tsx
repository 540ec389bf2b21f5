import { Link, useMatches } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { isOpenTo } from '../navigation-screens.ts'
import classes from './breadcrumbs.module.css'

/** The screens above this one as links, and the screen itself. A screen with none above it has no breadcrumbs. */
export const Breadcrumbs = () => {
  const t = useText()
  const { profile } = useProfile()
  const { screen, above = [] } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  const open = above.filter((each) => !each.place.isHeading || !profile || isOpenTo(each, profile))
  if (!screen || open.length === 0) return null
  return (
    <nav aria-label={t('shell.breadcrumbs')}>
      <ol className={classes.crumbs}>
        {open.map(({ path, title }) => (
          <li key={path}>
            <Link to={path} search={{}} className={classes.crumb}>
              {t(title)}
            </Link>
          </li>
        ))}
        <li aria-current="page">{t(screen.title)}</li>
      </ol>
    </nav>
  )
}
