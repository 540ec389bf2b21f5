import { createRoute, notFound, type StaticDataRouteOption } from '@tanstack/react-router'
import { type KindName, kinds } from '../../features/payloads/kinds.ts'
import type { MessageId } from '../../shared/i18n/text.ts'
import { anySearch } from '../../shared/list/list-search.ts'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { NotFoundHere } from '../error-page.tsx'
import { guarded } from '../guarded.ts'
import { refuseMalformed } from '../references.ts'
import { editor, screen } from '../screen.ts'
import { rootRoute } from './root.tsx'

const dashboardLayout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  component: screen(() => import('../layouts/default-layout.tsx')),
  beforeLoad: guarded(['auth', 'terms']),
  notFoundComponent: NotFoundHere,
  staticData: { isForSignedIn: true },
})
const under = { getParentRoute: () => dashboardLayout } as const
/** One thing, by the reference in the address. */
const oneUnder = { ...under, beforeLoad: refuseMalformed, notFoundComponent: NotFoundHere } as const

/**
 * The addresses of what one edits: the empty form, one thing, and one that is itself called `create`, as the empty form is
 * (shared/access/addresses.ts).
 */
const editorUnder = <const Path extends string, const Param extends string>(
  path: Path,
  param: Param,
  load: Parameters<typeof editor>[0],
  staticData: StaticDataRouteOption,
) => {
  const one = { ...oneUnder, component: editor(load), staticData }
  return [
    createRoute({ ...one, path: `${path}/create` }),
    createRoute({ ...one, path: `${path}/$${param}` }),
    createRoute({ ...one, path: `${path}/named/$${param}` }),
  ] as const
}
const listUnder = { ...under, validateSearch: anySearch } as const

const overview = createRoute({
  ...under,
  path: '/',
  component: screen(() => import('../../features/dashboard/dashboard-page.tsx')),
  staticData: { title: 'page.overview' },
})

const groups = createRoute({
  ...listUnder,
  path: '/access/groups',
  component: screen(() => import('../../features/groups/groups-page.tsx')),
  staticData: { title: 'page.groups' },
})
const groupEditor = editorUnder(
  '/access/groups',
  'group_reference',
  () => import('../../features/groups/group-page.tsx'),
  {
    title: 'page.group',
    parent: { to: '/dashboard/access/groups', title: 'page.groups' },
  },
)
const tags = createRoute({
  ...listUnder,
  path: '/access/tags',
  component: editor(() => import('../../features/tags/tags-page.tsx')),
  staticData: { title: 'page.tags' },
})
const tagEditor = editorUnder('/access/tags', 'tag_key', () => import('../../features/tags/tag-page.tsx'), {
  title: 'page.tag',
  parent: { to: '/dashboard/access/tags', title: 'page.tags' },
})
const roles = createRoute({
  ...listUnder,
  path: '/access/roles',
  component: screen(() => import('../../features/roles/roles-page.tsx')),
  staticData: { title: 'page.roles' },
})
const roleEditor = editorUnder('/access/roles', 'role_reference', () => import('../../features/roles/role-page.tsx'), {
  title: 'page.role',
  parent: { to: '/dashboard/access/roles', title: 'page.roles' },
})
const audit = createRoute({
  ...listUnder,
  path: '/account/audit',
  component: screen(() => import('../../features/activities/audit-page.tsx')),
  staticData: { title: 'page.audit' },
})

const people = createRoute({
  ...listUnder,
  path: '/access/people',
  component: editor(() => import('../../features/people/people-page.tsx')),
  staticData: { title: 'page.people' },
})
const apps = createRoute({
  ...listUnder,
  path: '/account/apps',
  component: editor(() => import('../../features/client-apps/apps-page.tsx')),
  staticData: { title: 'page.apps' },
})
const appEditor = editorUnder(
  '/account/apps',
  'app_reference',
  () => import('../../features/client-apps/app-page.tsx'),
  {
    title: 'page.app',
    parent: { to: '/dashboard/account/apps', title: 'page.apps' },
  },
)
const settings = createRoute({
  ...under,
  path: '/account/settings',
  component: editor(() => import('../../features/account-settings/settings-page.tsx')),
  staticData: { title: 'page.settings' },
})
const supportAccess = createRoute({
  ...listUnder,
  path: '/account/support-access',
  component: editor(() => import('../../features/support-access/support-access-page.tsx')),
  staticData: { title: 'page.support_access' },
})
const supportRequest = createRoute({
  ...oneUnder,
  path: '/account/support-access/$request_reference',
  component: editor(() => import('../../features/support-access/support-access-request-page.tsx')),
  staticData: {
    title: 'page.support_request',
    parent: { to: '/dashboard/account/support-access', title: 'page.support_access' },
  },
})

const devices = createRoute({
  ...listUnder,
  path: '/devices',
  component: screen(() => import('../../features/devices/devices-page.tsx')),
  staticData: { title: 'page.devices' },
})
const device = createRoute({
  ...oneUnder,
  path: '/devices/$device_reference',
  component: editor(() => import('../../features/devices/device-page.tsx')),
  staticData: { title: 'page.device', parent: { to: '/dashboard/devices', title: 'page.devices' } },
})
const deviceUsers = createRoute({
  ...listUnder,
  path: '/devices/users',
  component: screen(() => import('../../features/device-users/device-users-page.tsx')),
  staticData: { title: 'page.device_users' },
})
const deviceUser = createRoute({
  ...oneUnder,
  path: '/devices/users/$device_user_reference',
  component: screen(() => import('../../features/device-users/device-user-page.tsx')),
  staticData: { title: 'page.device_user', parent: { to: '/dashboard/devices/users', title: 'page.device_users' } },
})

/** Addresses of the specification that have no screen yet: no device is to be looked for under their names. */
const withoutScreen = (['/devices/logs', '/devices/metrics', '/devices/personal-numbers'] as const).map((path) =>
  createRoute({
    ...under,
    path,
    beforeLoad: () => {
      throw notFound()
    },
    notFoundComponent: NotFoundHere,
  }),
)

type Load = Parameters<typeof screen>[0]

/** The list of one kind of recording, and one recording of it. */
const service = <const Name extends KindName>(name: Name, title: MessageId, list: Load, one: Load) => {
  const parent = { to: `/dashboard/services/${name}`, title: kinds[name].title }
  return [
    createRoute({
      ...listUnder,
      path: `/services/${name}`,
      component: screen(list),
      staticData: { title: kinds[name].title },
    }),
    createRoute({
      ...oneUnder,
      path: `/services/${name}/$payload_reference`,
      component: editor(one),
      staticData: { title, parent },
      loader: {
        handler: async ({ params, preload }) => {
          // Pointing at a row is no reason to read its recording.
          if (preload) return
          const { redirectToOwnScreen } = await import('../own-screen.ts')
          await redirectToOwnScreen(String(params.payload_reference), name)
        },
        staleReloadMode: 'blocking',
      },
      preloadStaleTime: 0,
      pendingComponent: PageSkeleton,
      pendingMs: 100,
      pendingMinMs: 0,
    }),
  ] as const
}

const calls = service(
  'calls',
  'page.call',
  () => import('../../features/payloads/pages/calls-page.tsx'),
  () => import('../../features/payloads/pages/call-page.tsx'),
)
const photos = service(
  'photos',
  'page.photo',
  () => import('../../features/payloads/pages/photos-page.tsx'),
  () => import('../../features/payloads/pages/photo-page.tsx'),
)
const videos = service(
  'videos',
  'page.video',
  () => import('../../features/payloads/pages/videos-page.tsx'),
  () => import('../../features/payloads/pages/video-page.tsx'),
)
const messages = service(
  'messages',
  'page.message',
  () => import('../../features/payloads/pages/messages-page.tsx'),
  () => import('../../features/payloads/pages/message-page.tsx'),
)
const interviews = service(
  'interviews',
  'page.interview',
  () => import('../../features/payloads/pages/interviews-page.tsx'),
  () => import('../../features/payloads/pages/interview-page.tsx'),
)

const comments = createRoute({
  ...listUnder,
  path: '/services/comments',
  component: editor(() => import('../../features/payloads/pages/comments-page.tsx')),
  staticData: { title: 'page.comments' },
})

export const dashboardRoutes = dashboardLayout.addChildren([
  overview,
  groups,
  ...groupEditor,
  tags,
  ...tagEditor,
  roles,
  ...roleEditor,
  people,
  apps,
  ...appEditor,
  settings,
  supportAccess,
  supportRequest,
  audit,
  devices,
  device,
  deviceUsers,
  deviceUser,
  ...withoutScreen,
  ...calls,
  ...photos,
  ...videos,
  ...messages,
  ...interviews,
  comments,
])
