import { createRouter } from '@tanstack/react-router'
import { bracketQuery, parseBracketQuery, type QueryValue } from '../shared/api/bracket-query.ts'
import { noteNavigation } from '../shared/list/returning.ts'
import { ErrorHere } from './error-page.tsx'
import { dashboardRoutes } from './routes/dashboard.tsx'
import { internalRoutes } from './routes/internal.tsx'
import { publicRoutes } from './routes/public.tsx'
import { rootRoute } from './routes/root.tsx'

/** Addresses use the same bracket notation as the calls, so that a list's filters read alike in both. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...publicRoutes, internalRoutes, dashboardRoutes]),
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  defaultErrorComponent: ErrorHere,
  scrollRestoration: true,
  parseSearch: parseBracketQuery,
  stringifySearch: (search) => {
    const query = bracketQuery(search as { [key: string]: QueryValue })
    return query ? `?${query}` : ''
  },
})

router.history.subscribe(({ action }) => noteNavigation(action.type))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
