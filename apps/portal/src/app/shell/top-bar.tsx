import { Burger, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Wordmark } from '../../shared/brand/wordmark.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { PersonMenu } from './person-menu.tsx'
import classes from './top-bar.module.css'

const SearchPalette = lazy(() => import('./search-palette.tsx'))

interface TopBarProps {
  isNavigationOpen: boolean
  onToggleNavigation: () => void
}

/** Account, search, person. */
export const TopBar = ({ isNavigationOpen, onToggleNavigation }: TopBarProps) => {
  const t = useText()
  const { client, support } = useSession()
  // The palette is downloaded when it is first asked for.
  const [searches, setSearches] = useState(0)
  const search = () => setSearches((count) => count + 1)
  useHotkeys([['mod+K', search]], [])
  const account = support?.client ?? client ?? ''
  return (
    <div className={classes.bar}>
      <Burger
        opened={isNavigationOpen}
        onClick={onToggleNavigation}
        hiddenFrom="md"
        size="sm"
        aria-label={t(isNavigationOpen ? 'shell.close_navigation' : 'shell.open_navigation')}
      />
      <Link to="/dashboard" className={classes.home}>
        <Wordmark />
      </Link>
      <span className={classes.account} title={t('shell.client', { client: account })}>
        {account}
      </span>
      <button type="button" className={classes.search} onClick={search} aria-label={t('shell.search')}>
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes.searchText}>{t('shell.search')}</span>
        <Kbd size="xs" className={classes.searchText} aria-hidden>
          Ctrl K
        </Kbd>
      </button>
      <PersonMenu />
      {searches > 0 && (
        <Suspense fallback={null}>
          <SearchPalette opening={searches} />
        </Suspense>
      )}
    </div>
  )
}
