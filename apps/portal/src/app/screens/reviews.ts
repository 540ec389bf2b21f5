import { IconBriefcase, IconChartBar, IconEyeCheck, IconListCheck } from '@tabler/icons-react'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'

/** Reviewing recordings, and the matters that they belong to. */
export const reviewScreens = [
  {
    path: '/dashboard/reviews',
    title: 'page.own_reviews',
    load: () => import('../../features/payloads/review-queues/own-reviews-page.tsx'),
    actions: ['reviews:write'],
    place: { section: 'reviews', icon: IconEyeCheck },
    search: anySearch,
  },
  {
    path: '/dashboard/reviews/diagnostics/$payload_reference',
    title: 'kind.Diagnostics',
    load: async () => (await import('../../features/payloads/detail/payload-pages.tsx'))?.payloadPages.diagnostics,
    recording: 'diagnostics',
  },
  {
    path: '/dashboard/reviews/queues',
    title: 'page.review_queues',
    load: () => import('../../features/payloads/review-queues/review-queues-page.tsx'),
    actions: ['reviews:manage'],
    place: { section: 'reviews', icon: IconListCheck },
    search: anySearch,
  },
  {
    path: '/dashboard/reviews/queues/create',
    title: 'page.new_review_queue',
    load: () => import('../../features/payloads/review-queues/new-queue-page.tsx'),
    actions: ['reviews:manage'],
  },
  {
    path: '/dashboard/reviews/queues/$queue_reference',
    title: 'page.review_queue',
    load: () => import('../../features/payloads/review-queues/review-queue-page.tsx'),
    actions: ['reviews:manage'],
    search: anySearch,
  },
  {
    path: '/dashboard/account/legal-holds/matters',
    title: 'page.matters',
    load: () => import('../../features/legal-holds/matters-page.tsx'),
    actions: ['matters:read'],
    place: { section: 'reviews', icon: IconBriefcase },
    search: anySearch,
  },
  {
    path: '/dashboard/account/legal-holds/matters/$matter_reference',
    title: 'page.matter',
    load: () => import('../../features/payloads/matters/matter-page.tsx'),
    actions: ['matters:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/account/legal-holds/matters/$matter_reference/notes',
    title: 'page.matter_notes',
    load: () => import('../../features/legal-holds/matter-notes-page.tsx'),
    actions: ['matters:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/account/legal-holds/matters/$matter_reference/holds',
    title: 'page.matter_holds',
    load: () => import('../../features/legal-holds/matter-holds-page.tsx'),
    actions: ['legal_holds:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/account/legal-holds/matters/$matter_reference/trail',
    title: 'page.matter_trail',
    load: () => import('../../features/legal-holds/matter-trail-page.tsx'),
    actions: ['audit:read'],
    search: anySearch,
  },
  {
    path: '/dashboard/reviews/figures',
    title: 'page.review_figures',
    load: () => import('../../features/payloads/review-queues/review-figures-page.tsx'),
    actions: ['reviews:manage'],
    place: { section: 'reviews', icon: IconChartBar },
    search: anySearch,
  },
] as const satisfies readonly Screen[]
