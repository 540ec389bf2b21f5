import { createRootRoute } from '@tanstack/react-router'
import type { MessageId } from '../../shared/i18n/text.ts'
import { ErrorPage } from '../error-page.tsx'
import { RootLayout } from '../layouts/root-layout.tsx'
import { NotFoundPage } from '../not-found-page.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Names the page: document title and last breadcrumb. */
    title?: MessageId
    /** The list that a detail belongs to. */
    parent?: { to: string; title: MessageId }
    /** Whoever is signed out while being here is led to /sign-in. */
    isForSignedIn?: true
  }
}

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})
