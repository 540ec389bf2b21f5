import { createRoute } from '@tanstack/react-router'
import { anySearch } from '../../shared/list/list-search.ts'
import { NotFoundHere } from '../error-page.tsx'
import { guarded } from '../guarded.ts'
import { editor, screen } from '../screen.ts'
import { rootRoute } from './root.tsx'

const internalLayout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/internal',
  component: screen(() => import('../layouts/internal-layout.tsx')),
  beforeLoad: guarded(['auth', 'terms']),
  notFoundComponent: NotFoundHere,
  staticData: { isForSignedIn: true },
})

const home = createRoute({
  getParentRoute: () => internalLayout,
  path: '/',
  component: screen(() => import('../../features/clients/internal-page.tsx')),
  staticData: { title: 'page.internal' },
})

const listUnder = { getParentRoute: () => internalLayout, validateSearch: anySearch } as const

const support = createRoute({
  ...listUnder,
  path: '/support',
  component: editor(() => import('../../features/internal-support/support-page.tsx')),
  staticData: { title: 'page.support' },
})
const supportRequest = createRoute({
  getParentRoute: () => internalLayout,
  path: '/support/request',
  component: editor(() => import('../../features/internal-support/request-page.tsx')),
  staticData: { title: 'page.support_request', parent: { to: '/internal/support', title: 'page.support' } },
})
const clients = createRoute({
  ...listUnder,
  path: '/clients',
  component: editor(() => import('../../features/clients/clients-page.tsx')),
  staticData: { title: 'page.clients' },
})
const newClient = createRoute({
  getParentRoute: () => internalLayout,
  path: '/clients/create',
  component: editor(() => import('../../features/clients/new-client-page.tsx')),
  staticData: { title: 'page.new_client', parent: { to: '/internal/clients', title: 'page.clients' } },
})
const client = createRoute({
  getParentRoute: () => internalLayout,
  path: '/clients/$client',
  component: editor(() => import('../../features/clients/client-page.tsx')),
  staticData: { title: 'page.client', parent: { to: '/internal/clients', title: 'page.clients' } },
})
const staff = createRoute({
  ...listUnder,
  path: '/staff',
  component: editor(() => import('../../features/clients/staff-page.tsx')),
  staticData: { title: 'page.staff' },
})
const keys = createRoute({
  ...listUnder,
  path: '/keys',
  component: editor(() => import('../../features/clients/keys-page.tsx')),
  staticData: { title: 'page.keys' },
})

export const internalRoutes = internalLayout.addChildren([
  home,
  support,
  supportRequest,
  clients,
  newClient,
  client,
  staff,
  keys,
])
