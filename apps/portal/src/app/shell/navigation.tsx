import { Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { allowedGroups, type Destination } from './destinations.ts'
import classes from './navigation.module.css'
import { WaitingRequestsBadge } from './waiting-requests-badge.tsx'

/** Places that others lie below without belonging to them. */
const exactly: ReadonlySet<string> = new Set(['/dashboard', '/dashboard/devices', '/internal'])

const NavigationLink = ({ destination }: { destination: Destination }) => {
  const t = useText()
  const Icon = destination.icon
  return (
    <Link
      to={destination.to}
      className={classes.link}
      activeOptions={{ exact: exactly.has(destination.to) }}
      search={{}}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      {t(destination.title)}
      {destination.badge === 'waiting_requests' && <WaitingRequestsBadge />}
    </Link>
  )
}

/** Only what the person may open. */
export const Navigation = () => {
  const t = useText()
  const { profile, isLoading } = useProfile()
  const groups = profile ? allowedGroups(profile) : []
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
        {groups.map((group) => (
          <div key={group.title ?? 'overview'}>
            {group.title && <div className={classes.groupTitle}>{t(group.title)}</div>}
            <ul className={classes.list}>
              {group.destinations.map((destination) => (
                <li key={destination.to}>
                  <NavigationLink destination={destination} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}
