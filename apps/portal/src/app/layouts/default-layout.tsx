import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { AlertBanner } from '../../features/alerts/alert-banner.tsx'
import { ReasonDialog } from '../../features/payloads/reasons/reason-dialog.tsx'
import { personOf } from '../../shared/session/session-state.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { SettingsNavigation } from '../settings-area/settings-navigation.tsx'
import { Breadcrumbs } from '../shell/breadcrumbs.tsx'
import { KeyboardHelp } from '../shell/keyboard-help.tsx'
import { Navigation } from '../shell/navigation.tsx'
import { NotificationSettings } from '../shell/notifications/notification-settings.tsx'
import { ProfileNeeded } from '../shell/profile-needed.tsx'
import { QuietBanner } from '../shell/quiet-banner.tsx'
import { SupportBanner } from '../shell/support-banner.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import { useFocusOnNavigation } from '../shell/use-focus-on-navigation.ts'
import { useAccountChange } from '../use-account-change.ts'
import classes from './default-layout.module.css'

/** With this class, react-remove-scroll keeps the width of a fixed bar while a dialog hides the page's scroll bar. */
const keptWidth = 'right-scroll-bar-position'

/** The layout for signed-in people: navigation on the left, top bar, and the screen, up to 80rem wide unless it is a wide list. */
export const DefaultLayout = ({ children = <Outlet /> }: { children?: ReactNode }) => {
  useMonitoring()
  const isChangingAccount = useAccountChange()
  const [isOpen, navigation] = useDisclosure()
  const session = useSession()
  const { support } = session
  const path = useLocation({ select: (location) => location.pathname })
  const { close } = navigation
  // A saved view of the open list changes the query alone.
  const address = useLocation({ select: (location) => location.href })
  useEffect(() => {
    if (address) close()
  }, [address, close])
  const main = useFocusOnNavigation(path)
  return (
    <div className={classes.shell} data-support={support !== null}>
      <header className={`${classes.header} ${keptWidth}`}>
        {support && <SupportBanner support={support} />}
        <TopBar
          key={`${personOf(session)} ${support?.requestReference ?? ''}`}
          isNavigationOpen={isOpen}
          onToggleNavigation={navigation.toggle}
        />
      </header>
      <div className={classes.navbar} data-open={isOpen}>
        <Navigation key={personOf(session)} />
      </div>
      <main className={classes.main}>
        <SettingsNavigation />
        <div id="main" tabIndex={-1} ref={main} className={classes.container}>
          {isChangingAccount ? (
            <PageSkeleton />
          ) : (
            <>
              <QuietBanner />
              <AlertBanner />
              <Breadcrumbs />
              <ProfileNeeded>{children}</ProfileNeeded>
            </>
          )}
        </div>
      </main>
      <KeyboardHelp />
      <NotificationSettings />
      <ReasonDialog />
    </div>
  )
}
