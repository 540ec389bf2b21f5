import { VisuallyHidden } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useOpenView, useSavedViews } from '../../shared/saved-views/use-saved-views.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import { hasPlacesBelow } from '../navigation-screens.ts'
import type { PlacedScreen } from '../screen.ts'
import classes from './navigation.module.css'
import { ViewLinks } from './view-links.tsx'

/** A screen in the navigation or in the list of settings, with the saved views of its list below. */
export const NavigationEntry = ({ screen }: { screen: PlacedScreen }) => {
  const t = useText()
  const { views } = useSavedViews()
  const { view: openView } = useOpenView()
  const { above = [] } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  /** A saved view of the screen is open: that one is current, in place of the screen. */
  const isViewOpen = openView?.path === screen.path
  const { place } = screen
  const { icon: Icon, badge } = place
  const isAbove = above.includes(screen) && !('isHeading' in place)
  return (
    <li>
      <Link
        to={screen.path}
        className={classes.link}
        activeOptions={{ exact: hasPlacesBelow(screen), explicitUndefined: isViewOpen }}
        search={isViewOpen ? { view: undefined } : {}}
        // Also while a screen below it is open whose address does not begin with this one's.
        aria-current={isAbove && !isViewOpen ? 'true' : undefined}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        {t(('name' in place && place.name) || screen.title)}
        {badge === 'waiting_requests' && <WaitingRequestsBadge />}
      </Link>
      <ViewLinks screen={screen} views={views.filter(({ path }) => path === screen.path)} openView={openView} />
    </li>
  )
}

/** How many requests for support access wait for this person's decision, kept up to date. */
export const WaitingRequestsBadge = () => {
  const t = useText()
  const { count, reload, readAgain } = useWaitingRequests()
  useEvents((event) => {
    if (event.kind === 'support_access') readAgain()
  }, reload)
  if (count === 0) return null
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
      <VisuallyHidden>({t('support.waiting', { count })})</VisuallyHidden>
    </>
  )
}
