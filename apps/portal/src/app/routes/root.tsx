import { createRootRoute } from '@tanstack/react-router'
import type { MessageId } from '../../shared/i18n/text.ts'
import { ErrorPage, NotFoundPage } from '../error-page.tsx'
import { RootLayout } from '../layouts/root-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Names the page: document title and last breadcrumb. */
    title?: MessageId
    /** The list that a detail belongs to. */
    parent?: { to: string; title: MessageId }
  }
}

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})
