import { createRoute } from '@tanstack/react-router'
import { guarded } from '../guarded.ts'
import { screen } from '../screen.ts'
import { rootRoute } from './root.tsx'

const internalLayout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/internal',
  component: screen(() => import('../layouts/internal-layout.tsx')),
  beforeLoad: guarded(['auth', 'terms']),
})

const home = createRoute({
  getParentRoute: () => internalLayout,
  path: '/',
  component: screen(() => import('../../features/clients/internal-page.tsx')),
  staticData: { title: 'page.internal' },
})

export const internalRoutes = internalLayout.addChildren([home])
