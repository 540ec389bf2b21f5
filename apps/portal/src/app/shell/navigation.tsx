import { Anchor, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useOpenView, useSavedViews } from '../../shared/saved-views/use-saved-views.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import { hasPlacesBelow, type PlacedScreen, screensFor } from '../navigation-screens.ts'
import classes from './navigation.module.css'
import { ViewLinks } from './view-links.tsx'

interface NavigationLinkProps {
  screen: PlacedScreen
  /** A saved view of the screen is open: that one is current, in place of the screen. */
  isViewOpen: boolean
}

const NavigationLink = ({ screen, isViewOpen }: NavigationLinkProps) => {
  const t = useText()
  const { icon: Icon, badge } = screen.place
  return (
    <Link
      to={screen.path}
      className={classes.link}
      activeOptions={{ exact: hasPlacesBelow(screen), explicitUndefined: isViewOpen }}
      search={isViewOpen ? { view: undefined } : {}}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      {t(screen.title)}
      {badge === 'waiting_requests' && <WaitingRequestsBadge />}
    </Link>
  )
}

/** The heading of a group, which may be a screen itself. */
const GroupTitle = ({ title, screen }: { title: MessageId; screen: PlacedScreen | undefined }) => {
  const t = useText()
  if (!screen) return <div className={classes.groupTitle}>{t(title)}</div>
  return (
    <Link to={screen.path} className={classes.groupLink} activeOptions={{ exact: true }} search={{}}>
      {t(screen.title)}
      <IconChevronRight size={14} stroke={1.8} aria-hidden />
    </Link>
  )
}

/** The screens that the person's roles open. */
export const Navigation = () => {
  const t = useText()
  const { profile, isLoading } = useProfile()
  const { views, hasMore, hasFailed, reload, readAgain } = useSavedViews()
  const { view: openView } = useOpenView()
  useEvents((event) => {
    if (event.kind === 'saved_view') readAgain()
  }, reload)
  const viewsOf = Map.groupBy(views, ({ path }) => path)
  const groups = Map.groupBy(profile ? screensFor(profile) : [], ({ place }) => place.group)
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
        {[...groups].map(([title, group]) => (
          <div key={title ?? 'overview'}>
            {title && <GroupTitle title={title} screen={group.find(({ place }) => place.isHeading)} />}
            <ul className={classes.list}>
              {group
                .filter(({ place }) => !place.isHeading)
                .map((screen) => (
                  <li key={screen.path}>
                    <NavigationLink screen={screen} isViewOpen={openView?.path === screen.path} />
                    <ViewLinks screen={screen} views={viewsOf.get(screen.path) ?? []} openView={openView} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
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

/** How many requests for support access wait for this person's decision, kept up to date. */
const WaitingRequestsBadge = () => {
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
