import { Burger, Indicator, Kbd } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AlertBell } from '../../features/alerts/alert-bell.tsx'
import { Wordmark } from '../../shared/brand/wordmark.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { useWaitingRequests } from '../../shared/support-access/use-waiting-requests.ts'
import { usePageKeys } from '../../shared/ui/use-page-keys.ts'
import { NotificationBell } from './notifications/notification-bell.tsx'
import { PersonMenu } from './person-menu.tsx'
import { openSearch, SearchPalette } from './search-palette.tsx'
import classes from './top-bar.module.css'

interface TopBarProps {
  isNavigationOpen: boolean
  onToggleNavigation: () => void
}

export const TopBar = ({ isNavigationOpen, onToggleNavigation }: TopBarProps) => {
  const t = useText()
  const { client, support } = useSession()
  const { count } = useWaitingRequests()
  usePageKeys([['search', openSearch]])
  const account = support?.client ?? client ?? ''
  return (
    <div className={classes.bar}>
      <Indicator disabled={count === 0 || isNavigationOpen} size={9} offset={5} hiddenFrom="md">
        <Burger
          opened={isNavigationOpen}
          onClick={onToggleNavigation}
          size="sm"
          aria-label={[
            t(isNavigationOpen ? 'shell.close_navigation' : 'shell.open_navigation'),
            ...(count > 0 ? [t('support.waiting', { count })] : []),
          ].join(', ')}
        />
      </Indicator>
      <Link to="/dashboard" className={classes.home}>
        <Wordmark isCompact />
      </Link>
      <span className={classes.account} title={t('shell.client', { client: account })}>
        {account}
      </span>
      <button type="button" className={classes.search} onClick={openSearch} aria-label={t('shell.search')}>
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes.searchText}>{t('shell.search')}</span>
        <Kbd size="xs" className={classes.searchText} aria-hidden>
          Ctrl K
        </Kbd>
      </button>
      <AlertBell />
      <NotificationBell />
      <PersonMenu />
      <SearchPalette />
    </div>
  )
}
