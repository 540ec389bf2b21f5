import {
  IconChecklist,
  IconLockQuestion,
  IconShieldLock,
  IconShieldQuestion,
  IconUserCheck,
  IconUserSearch,
  IconUsersGroup,
} from '@tabler/icons-react'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'
import { textsOf } from '../search-texts.ts'
import { editor } from './editor.ts'

/** Access: roles, people, requests and reviews. */
export const accessScreens = [
  {
    path: '/dashboard/access/groups',
    title: 'page.groups',
    load: () => import('../../features/groups/groups-page.tsx'),
    actions: ['groups:read'],
    place: { section: 'access', icon: IconUsersGroup },
    search: anySearch,
  },
  ...editor('/dashboard/access/groups', 'group_reference', {
    title: 'page.group',
    load: () => import('../../features/groups/group-page.tsx'),
    read: 'groups:read',
    write: 'groups:write',
  }),
  {
    path: '/dashboard/access/roles',
    title: 'page.roles',
    load: () => import('../../features/roles/roles-page.tsx'),
    actions: ['roles:read'],
    place: { section: 'access', icon: IconShieldLock },
    search: anySearch,
  },
  ...editor('/dashboard/access/roles', 'role_reference', {
    title: 'page.role',
    load: () => import('../../features/roles/role-page.tsx'),
    read: 'roles:read',
    write: 'roles:write',
    search: textsOf('copy_of', 'draft'),
  }),
  {
    path: '/dashboard/access/role-drafts',
    title: 'page.role_drafts',
    load: () => import('../../features/roles/drafts/role-drafts-page.tsx'),
    place: { section: 'access', icon: IconShieldQuestion, offeredWith: ['roles:read'] },
    search: anySearch,
  },
  {
    path: '/dashboard/access/role-drafts/$draft_reference',
    title: 'page.role_draft',
    load: () => import('../../features/roles/drafts/role-draft-page.tsx'),
  },
  {
    path: '/dashboard/access/requests',
    title: 'page.access_requests',
    load: () => import('../../features/access-requests/access-requests-page.tsx'),
    place: { section: 'access', icon: IconLockQuestion },
    search: anySearch,
  },
  {
    path: '/dashboard/access/requests/$access_request_reference',
    title: 'page.access_request',
    load: () => import('../../features/access-requests/access-request-page.tsx'),
  },
  {
    path: '/dashboard/access/people',
    title: 'page.people',
    load: () => import('../../features/people/people-page.tsx'),
    actions: ['roles:read'],
    place: { section: 'access', icon: IconUserCheck },
    search: anySearch,
  },
  {
    path: '/dashboard/access/history',
    title: 'page.content_access',
    load: () => import('../../features/access-review/content-access-page.tsx'),
    actions: ['roles:read'],
    place: { section: 'access', icon: IconUserSearch },
    search: anySearch,
  },
  {
    path: '/dashboard/access/reviews',
    title: 'page.access_reviews',
    load: () => import('../../features/access-review/access-reviews-page.tsx'),
    place: { section: 'access', icon: IconChecklist, offeredWith: ['roles:read'] },
    search: anySearch,
  },
  {
    path: '/dashboard/access/reviews/$review_reference',
    title: 'page.access_review',
    load: () => import('../../features/access-review/access-review-page.tsx'),
    search: anySearch,
  },
  {
    path: '/dashboard/access/reviews/schedules',
    title: 'page.access_review_schedules',
    load: () => import('../../features/access-review/review-schedules-page.tsx'),
    actions: ['roles:read'],
    search: anySearch,
  },
] as const satisfies readonly Screen[]
