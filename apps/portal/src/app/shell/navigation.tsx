import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import { hasPlacesBelow, type PlacedScreen, screensFor } from '../navigation-screens.ts'
import classes from './navigation.module.css'

const NavigationLink = ({ screen }: { screen: PlacedScreen }) => {
  const t = useText()
  const { icon: Icon, badge } = screen.place
  return (
    <Link to={screen.path} className={classes.link} activeOptions={{ exact: hasPlacesBelow(screen) }} search={{}}>
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
                    <NavigationLink screen={screen} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}

/** How many requests for support access wait for this person's decision, kept up to date. */
const WaitingRequestsBadge = () => {
  const t = useText()
  const { count, reload } = useWaitingRequests()
  useEvents((event) => {
    if (event.kind === 'support_access') reload()
  }, reload)
  if (count === 0) return null
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
      <VisuallyHidden>, {t('support.waiting', { count })}</VisuallyHidden>
    </>
  )
}
