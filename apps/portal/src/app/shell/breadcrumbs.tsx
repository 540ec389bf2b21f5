import { Link, useMatches } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import classes from './breadcrumbs.module.css'

/** Where a detail stands: its list, which is a link, and itself. Lists stand at the top and need none. */
export const Breadcrumbs = () => {
  const t = useText()
  const page = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData })
  if (!page?.parent || !page.title) return null
  return (
    <nav aria-label={t('shell.breadcrumbs')}>
      <ol className={classes.crumbs}>
        <li>
          <Link to={page.parent.to} search={{}} className={classes.crumb}>
            {t(page.parent.title)}
          </Link>
        </li>
        <li aria-current="page">{t(page.title)}</li>
      </ol>
    </nav>
  )
}
