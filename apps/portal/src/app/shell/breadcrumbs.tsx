import { Link, useMatches } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import classes from './breadcrumbs.module.css'

/** The screen's list as a link, and the screen itself. Screens of the navigation have no breadcrumbs. */
export const Breadcrumbs = () => {
  const t = useText()
  const { screen, parent } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  if (!screen || !parent) return null
  return (
    <nav aria-label={t('shell.breadcrumbs')}>
      <ol className={classes.crumbs}>
        <li>
          <Link to={parent.path} search={{}} className={classes.crumb}>
            {t(parent.title)}
          </Link>
        </li>
        <li aria-current="page">{t(screen.title)}</li>
      </ol>
    </nav>
  )
}
