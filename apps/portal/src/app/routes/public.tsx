import { createRoute } from '@tanstack/react-router'
import { screen } from '../screen.ts'
import { rootRoute } from './root.tsx'

/** The texts of an address under the names that a page knows; the rest is left out. */
const textsOf =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ) as Partial<Record<Name, string>>

const landingLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'landing-layout',
  component: screen(() => import('../layouts/landing-layout.tsx')),
})

const landing = createRoute({
  getParentRoute: () => landingLayout,
  path: '/',
  component: screen(() => import('../../features/landing/landing-page.tsx')),
  staticData: { title: 'page.landing' },
})

const cookies = createRoute({
  getParentRoute: () => landingLayout,
  path: '/cookies',
  component: screen(() => import('../../features/legal/cookies-page.tsx')),
  staticData: { title: 'page.cookies' },
})

const privacy = createRoute({
  getParentRoute: () => landingLayout,
  path: '/privacy',
  component: screen(() => import('../../features/legal/privacy-page.tsx')),
  staticData: { title: 'page.privacy' },
})

const terms = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  validateSearch: textsOf('return_to'),
  component: screen(() => import('../../features/legal/terms-page.tsx')),
  staticData: { title: 'page.terms', isForSignedIn: true },
})

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: textsOf('client', 'code', 'state', 'error', 'error_description', 'return_to'),
  component: screen(() => import('../../features/sign-in/sign-in-page.tsx')),
  staticData: { title: 'page.sign_in' },
})

export const publicRoutes = [landingLayout.addChildren([landing, cookies, privacy]), terms, signIn] as const
