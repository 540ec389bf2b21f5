import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { listOpenedFrom } from '../../shared/list/neighbours.ts'
import { useScreenName } from '../../shared/screens/screen-name.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { placedScreens } from '../navigation-screens.ts'
import { isOpenTo } from '../offered-screens.ts'
import { isInNavigation } from '../screen.ts'
import classes from './breadcrumbs.module.css'

/**
 * The screens above this one as links, and the screen itself. A screen with none above it has no breadcrumbs. Who opened it from another list than the one
 * it belongs to, such as that of their reviews, is led back there.
 */
export const Breadcrumbs = () => {
  const t = useText()
  const { profile } = useProfile()
  const { screen, above = [] } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  const { pathname } = useLocation()
  const name = useScreenName()
  const from = placedScreens.find(({ path }) => path === listOpenedFrom(pathname)?.path)
  const isOfAnother = from !== undefined && above.length > 0 && !above.includes(from)
  const open = isOfAnother
    ? [from]
    : above.filter((each) => !(isInNavigation(each) && each.place.isHeading) || !profile || isOpenTo(each, profile))
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
        <li aria-current="page">{name === null ? t(screen.title) : <bdi>{name}</bdi>}</li>
      </ol>
    </nav>
  )
}
