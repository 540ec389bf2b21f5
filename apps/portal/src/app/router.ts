import { createRouter } from '@tanstack/react-router'
import { parseQuery, queryText } from '../shared/api/query-text.ts'
import { noteNavigation } from '../shared/list/returning.ts'
import { ErrorHere } from './error-page.tsx'
import { routeTree } from './routes.ts'

/** Addresses use the bracket notation of the calls, so that filters read the same in both. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  // The query cache decides what is fresh, not the router.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorHere,
  scrollRestoration: true,
  parseSearch: parseQuery,
  stringifySearch: (search) => {
    const query = queryText(search)
    return query ? `?${query}` : ''
  },
})

router.history.subscribe(({ action }) => noteNavigation(action.type))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
