import { AppShell } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useSession } from '../../shared/session/use-session.ts'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Breadcrumbs } from '../shell/breadcrumbs.tsx'
import { KeyboardHelp } from '../shell/keyboard-help.tsx'
import { Navigation } from '../shell/navigation.tsx'
import { SupportBanner } from '../shell/support-banner.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import { useFocusOnNavigation } from '../shell/use-focus-on-navigation.ts'
import { useSignedOutRedirect } from '../use-signed-out-redirect.ts'
import { useSupportMode } from '../use-support-mode.ts'
import classes from './default-layout.module.css'

/** The dashboard's shell: navigation on the left, account, search and person above, the screen in 80rem. */
export default function DefaultLayout() {
  useSignedOutRedirect()
  useSupportMode()
  const [isOpen, navigation] = useDisclosure()
  const { support } = useSession()
  const path = useLocation({ select: (location) => location.pathname })
  const { close } = navigation
  useEffect(() => {
    if (path) close()
  }, [path, close])
  const main = useFocusOnNavigation(path)
  return (
    <div className={support ? classes.supportFrame : undefined}>
      <AppShell
        header={{ height: support ? 96 : 56 }}
        navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
        padding={0}
        withBorder={false}
        transitionDuration={120}
      >
        <AppShell.Header className={classes.header}>
          {support && <SupportBanner support={support} />}
          <TopBar isNavigationOpen={isOpen} onToggleNavigation={navigation.toggle} />
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar}>
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main className={classes.main}>
          <div id="main" tabIndex={-1} ref={main} className={classes.container}>
            <Breadcrumbs />
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </div>
        </AppShell.Main>
      </AppShell>
      <KeyboardHelp />
    </div>
  )
}
