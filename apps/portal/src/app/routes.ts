import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  type ResolveFullPath,
  type ResolveId,
} from '@tanstack/react-router'
import { isReturning } from '../shared/list/returning.ts'
import type { ScreenRequest } from '../shared/screens/page-module.ts'
import { loadProfile } from '../shared/session/profile.ts'
import { PageSkeleton } from '../shared/ui/page-skeleton.tsx'
import { ErrorPage, NotFoundHere } from './error-page.tsx'
import { requireSession, requireTerms } from './guards.ts'
import { DefaultLayout } from './layouts/default-layout.tsx'
import { LandingLayout } from './layouts/landing-layout.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { lazyPage } from './lazy-page.ts'
import { screensAbove, settingsOf } from './navigation-screens.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { isOpenTo } from './offered-screens.ts'
import { redirectToOwnScreen } from './own-screen.ts'
import { refuseLonger, refuseMalformed } from './references.ts'
import type { Screen, SettingsScreen } from './screen.ts'
import { screens } from './screens.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
    /** The screens of the navigation that lead to this one, from the outermost. */
    above?: readonly Screen[]
    /** The screens that an area of settings lists, for its list. */
    settings?: readonly SettingsScreen[]
    /** Signing out on this screen leads to /sign-in. */
    isForSignedIn?: boolean
  }
}

const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

const landing = createRoute({ getParentRoute: () => rootRoute, id: 'landing', component: LandingLayout })

const forSignedIn = {
  component: DefaultLayout,
  beforeLoad: requireSession,
  // A loader, because it runs at the same time as the screen's own: `beforeLoad` would delay chunk and data until the
  // profile is there.
  loader: { handler: requireTerms, staleReloadMode: 'blocking' },
  shouldReload: true,
  notFoundComponent: NotFoundHere,
  staticData: { isForSignedIn: true },
} as const
const internal = createRoute({ getParentRoute: () => rootRoute, path: '/internal', ...forSignedIn })
const dashboard = createRoute({ getParentRoute: () => rootRoute, path: '/dashboard', ...forSignedIn })

/** Shown while it is not yet known whether the recording belongs to this screen. */
const whileRedirecting = { pendingComponent: PageSkeleton, pendingMs: 100, pendingMinMs: 0 } as const

/** The route of one screen below the route of its section, whose path is `base`. */
const screenRoute = (parent: AnyRoute, base: string, screen: Screen) => {
  const { fetchModule, Page } = lazyPage(screen.load)

  /** Errors are ignored here: whoever opens the screen gets them from the router or the screen. */
  const prefetch = async (params: ScreenRequest['params'], search: ScreenRequest['search']) => {
    // Only the sections for signed-in people have a path; public screens need no profile.
    const [module, profile] = await Promise.all([fetchModule(), base === '' ? null : loadProfile()])
    if (profile?.terms_accepted && isOpenTo(screen, profile)) module.prefetch?.({ params, search, profile })
  }

  return createRoute({
    getParentRoute: () => parent,
    path: screen.path.slice(base.length) || '/',
    component: Page,
    ...(screen.search ? { validateSearch: screen.search } : {}),
    beforeLoad: ({ params, location }) => {
      refuseLonger(screen.path, location.pathname)
      refuseMalformed({ params })
    },
    loader: {
      handler: async ({ params, location, preload }) => {
        if (screen.recording && !preload) await redirectToOwnScreen(params.payload_reference ?? '', screen.recording)
        // Back and Forward show the rows that the person left.
        if (preload || !isReturning()) prefetch(params, location.search).catch(() => undefined)
      },
      staleReloadMode: 'blocking',
    },
    ...(screen.recording ? whileRedirecting : {}),
    notFoundComponent: NotFoundHere,
    staticData: {
      screen,
      above: screensAbove(screen),
      settings: settingsOf(screen),
      isForSignedIn: screen.isForSignedIn ?? false,
    },
  })
}

type Below<Base extends string, Path extends string> = Path extends Base
  ? '/'
  : Path extends `${Base}${infer Rest}`
    ? Rest
    : never

type SearchOf<S extends Screen> = S extends { search: infer Search } ? Search : undefined

/** The type of a screen's route, against which links are checked. */
type ScreenRoute<Parent extends AnyRoute, Path extends string, Search> = ReturnType<
  typeof createRoute<
    unknown,
    Parent,
    Path,
    ResolveFullPath<Parent, Path>,
    string,
    ResolveId<Parent, string, Path>,
    Search
  >
>

type ScreenRoutes<Parent extends AnyRoute, Base extends string, Section extends readonly Screen[]> = {
  [Index in keyof Section]: ScreenRoute<Parent, Below<Base, Section[Index]['path']>, SearchOf<Section[Index]>>
}

const screenRoutes = <Parent extends AnyRoute, Base extends string, const Section extends readonly Screen[]>(
  parent: Parent,
  base: Base,
  section: Section,
) => section.map((screen) => screenRoute(parent, base, screen)) as unknown as ScreenRoutes<Parent, Base, Section>

export const routeTree = rootRoute.addChildren([
  landing.addChildren(screenRoutes(landing, '', screens.landing)),
  ...screenRoutes(rootRoute, '', screens.bare),
  internal.addChildren(screenRoutes(internal, '/internal', screens.internal)),
  dashboard.addChildren(screenRoutes(dashboard, '/dashboard', screens.dashboard)),
])
