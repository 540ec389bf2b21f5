import { type Action, payloadTypes } from '@holdfast/contract'
import {
  type Icon,
  IconAddressBook,
  IconApps,
  IconBuilding,
  IconBuildingBank,
  IconChartBar,
  IconChecklist,
  IconDeviceMobile,
  IconDeviceSim,
  IconEyeCheck,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLifebuoy,
  IconListCheck,
  IconLockQuestion,
  IconMessage2,
  IconMessages,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconShieldQuestion,
  IconStethoscope,
  IconTags,
  IconUserCheck,
  IconUserSearch,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconVideo,
} from '@tabler/icons-react'
import { type KindName, kinds, listedKinds } from '../features/payloads/kinds.ts'
import type { MessageId } from '../shared/i18n/text.ts'
import { anySearch } from '../shared/list/list-search.ts'
import type { Screen } from './screen.ts'
import { textsOf } from './search-texts.ts'

/**
 * The form for creating, the screen of one item, and that of an item whose reference is `create`
 * (shared/access/addresses.ts).
 */
const editor = <const List extends `/${string}`, const Param extends string>(
  list: List,
  param: Param,
  screen: { title: MessageId; read: Action; write: Action; load: Screen['load'] } & Pick<Screen, 'search'>,
) => {
  const { title, read, write, load, search } = screen
  return [
    { path: `${list}/create`, title, load, actions: [write], ...(search && { search }) },
    { path: `${list}/$${param}`, title, load, actions: [read] },
    { path: `${list}/named/$${param}`, title, load, actions: [read] },
  ] as const
}

/** The list of one kind of recording, and the screen of one recording. */
const service = <const Name extends KindName>(name: Name, icon: Icon, titleOfOne: MessageId) =>
  [
    {
      path: `/dashboard/services/${name}`,
      title: kinds[name].title,
      load: async () => (await import('../features/payloads/payload-list.tsx'))?.payloadLists[name],
      actions: ['payloads:read'],
      place: { group: 'group.services', icon, payloadTypes: kinds[name].types },
      search: anySearch,
    },
    {
      path: `/dashboard/services/${name}/$payload_reference`,
      title: titleOfOne,
      load: async () => (await import('../features/payloads/payload-pages.tsx'))?.payloadPages[name],
      recording: name,
    },
  ] as const

/**
 * Every screen, by section and in the order of the navigation. Routes, navigation, search palette, breadcrumbs,
 * document titles and guards derive from this table. The breadcrumb of a screen that is not in the navigation is the
 * nearest screen above it that is.
 */
export const screens = {
  /** Public, with header and footer. */
  landing: [
    { path: '/', title: 'page.landing', load: () => import('../features/landing/landing-page.tsx') },
    { path: '/cookies', title: 'page.cookies', load: () => import('../features/legal/cookies-page.tsx') },
    { path: '/privacy', title: 'page.privacy', load: () => import('../features/legal/privacy-page.tsx') },
  ],
  /** Public, without header, footer or navigation. */
  bare: [
    {
      path: '/terms',
      title: 'page.terms',
      load: () => import('../features/legal/terms-page.tsx'),
      search: textsOf('return_to'),
      isForSignedIn: true,
    },
    {
      path: '/sign-in',
      title: 'page.sign_in',
      load: () => import('../features/sign-in/sign-in-page.tsx'),
      search: textsOf('client', 'code', 'state', 'error', 'error_description', 'return_to'),
    },
  ],
  /** For the provider's staff. */
  internal: [
    {
      path: '/internal',
      title: 'page.internal',
      load: () => import('../features/clients/internal-page.tsx'),
      actions: ['internal:clients', 'internal:support', 'internal:staff', 'internal:keys'],
      place: { group: 'group.internal', icon: IconBuilding },
    },
    {
      path: '/internal/support',
      title: 'page.support',
      load: () => import('../features/internal-support/support-page.tsx'),
      actions: ['internal:support'],
      place: { group: 'group.internal', icon: IconLifebuoy },
      search: anySearch,
    },
    {
      path: '/internal/support/request',
      title: 'page.support_request',
      load: () => import('../features/internal-support/request-page.tsx'),
      actions: ['internal:support'],
    },
    {
      path: '/internal/clients',
      title: 'page.clients',
      load: () => import('../features/clients/clients-page.tsx'),
      actions: ['internal:clients'],
      place: { group: 'group.internal', icon: IconBuildingBank },
      search: anySearch,
    },
    {
      path: '/internal/clients/create',
      title: 'page.new_client',
      load: () => import('../features/clients/new-client-page.tsx'),
      actions: ['internal:clients'],
    },
    {
      path: '/internal/clients/$client',
      title: 'page.client',
      load: () => import('../features/clients/client-page.tsx'),
      actions: ['internal:clients'],
    },
    {
      path: '/internal/staff',
      title: 'page.staff',
      load: () => import('../features/clients/staff-page.tsx'),
      actions: ['internal:staff'],
      place: { group: 'group.internal', icon: IconUserShield },
      search: anySearch,
    },
    {
      path: '/internal/keys',
      title: 'page.keys',
      load: () => import('../features/clients/keys-page.tsx'),
      actions: ['internal:keys'],
      place: { group: 'group.internal', icon: IconKey },
      search: anySearch,
    },
  ],
  /** One account: for its people, and for staff who visit it. */
  dashboard: [
    {
      path: '/dashboard',
      title: 'page.overview',
      load: () => import('../features/dashboard/dashboard-page.tsx'),
      place: { group: null, icon: IconLayoutDashboard },
    },
    {
      path: '/dashboard/services',
      title: 'page.services',
      load: () => import('../features/payloads/services/services-page.tsx'),
      actions: ['payloads:read'],
      place: { group: 'group.services', icon: IconLayoutGrid, isHeading: true, payloadTypes },
    },
    ...service('calls', IconPhone, 'page.call'),
    ...service('messages', IconMessages, 'page.message'),
    {
      path: '/dashboard/services/messages/conversations/$device_reference/$thread_id',
      title: 'page.conversation',
      load: () => import('../features/payloads/conversations/conversation-page.tsx'),
      actions: ['payloads:read'],
      search: textsOf('message'),
    },
    ...service('photos', IconPhoto, 'page.photo'),
    ...service('videos', IconVideo, 'page.video'),
    ...service('interviews', IconMicrophone, 'page.interview'),
    {
      path: '/dashboard/services/comments',
      title: 'page.comments',
      load: () => import('../features/payloads/comments/comments-page.tsx'),
      actions: ['comments:read'],
      place: { group: 'group.services', icon: IconMessage2 },
      search: anySearch,
    },
    {
      path: '/dashboard/services/diagnostics',
      title: 'page.diagnostics',
      load: async () => (await import('../features/payloads/payload-list.tsx'))?.payloadLists.diagnostics,
      actions: ['payloads:read'],
      place: { group: 'group.services', icon: IconStethoscope, payloadTypes: listedKinds.diagnostics.types },
      search: anySearch,
    },
    {
      path: '/dashboard/reviews',
      title: 'page.own_reviews',
      load: () => import('../features/payloads/reviews/own-reviews-page.tsx'),
      actions: ['reviews:write'],
      place: { group: 'group.reviews', icon: IconEyeCheck },
      search: anySearch,
    },
    {
      path: '/dashboard/reviews/queues',
      title: 'page.review_queues',
      load: () => import('../features/payloads/reviews/review-queues-page.tsx'),
      actions: ['reviews:manage'],
      place: { group: 'group.reviews', icon: IconListCheck },
      search: anySearch,
    },
    {
      path: '/dashboard/reviews/queues/create',
      title: 'page.new_review_queue',
      load: () => import('../features/payloads/reviews/new-queue-page.tsx'),
      actions: ['reviews:manage'],
    },
    {
      path: '/dashboard/reviews/queues/$queue_reference',
      title: 'page.review_queue',
      load: () => import('../features/payloads/reviews/review-queue-page.tsx'),
      actions: ['reviews:manage'],
      search: anySearch,
    },
    {
      path: '/dashboard/reviews/figures',
      title: 'page.review_figures',
      load: () => import('../features/payloads/reviews/review-figures-page.tsx'),
      actions: ['reviews:manage'],
      place: { group: 'group.reviews', icon: IconChartBar },
      search: anySearch,
    },
    {
      path: '/dashboard/devices',
      title: 'page.devices',
      load: () => import('../features/devices/devices-page.tsx'),
      actions: ['devices:read'],
      place: { group: 'group.devices', icon: IconDeviceMobile },
      search: anySearch,
    },
    {
      path: '/dashboard/devices/$device_reference',
      title: 'page.device',
      load: () => import('../features/devices/device-page.tsx'),
      actions: ['devices:read'],
    },
    {
      path: '/dashboard/devices/users',
      title: 'page.device_users',
      load: () => import('../features/device-users/device-users-page.tsx'),
      actions: ['device_users:read'],
      place: { group: 'group.devices', icon: IconUsers },
      search: anySearch,
    },
    {
      path: '/dashboard/devices/users/create',
      title: 'user.new',
      load: () => import('../features/device-users/edit-device-user-page.tsx'),
      actions: ['device_users:write'],
    },
    {
      path: '/dashboard/devices/users/$device_user_reference',
      title: 'page.device_user',
      load: () => import('../features/device-users/device-user-page.tsx'),
      actions: ['device_users:read'],
    },
    {
      path: '/dashboard/devices/users/named/$device_user_reference',
      title: 'page.device_user',
      load: () => import('../features/device-users/device-user-page.tsx'),
      actions: ['device_users:read'],
    },
    {
      path: '/dashboard/devices/users/$device_user_reference/edit',
      title: 'page.edit_device_user',
      load: () => import('../features/device-users/edit-device-user-page.tsx'),
      actions: ['device_users:write'],
    },
    {
      path: '/dashboard/devices/numbers',
      title: 'page.phone_numbers',
      load: () => import('../features/devices/numbers/phone-numbers-page.tsx'),
      actions: ['devices:read'],
      place: { group: 'group.devices', icon: IconDeviceSim },
      search: anySearch,
    },
    {
      path: '/dashboard/devices/numbers/$phone_number',
      title: 'page.phone_number',
      load: () => import('../features/devices/numbers/phone-number-page.tsx'),
      actions: ['devices:read'],
    },
    {
      path: '/dashboard/devices/commands',
      title: 'page.commands',
      load: () => import('../features/devices/commands/commands-page.tsx'),
      actions: ['devices:read'],
      place: { group: 'group.devices', icon: IconSend },
      search: anySearch,
    },
    {
      path: '/dashboard/devices/personal-numbers',
      title: 'page.personal_numbers',
      load: () => import('../features/device-users/personal-numbers/personal-numbers-page.tsx'),
      actions: ['personal_numbers:read'],
      place: { group: 'group.devices', icon: IconAddressBook },
      search: anySearch,
    },
    {
      path: '/dashboard/access/groups',
      title: 'page.groups',
      load: () => import('../features/groups/groups-page.tsx'),
      actions: ['groups:read'],
      place: { group: 'group.access', icon: IconUsersGroup },
      search: anySearch,
    },
    ...editor('/dashboard/access/groups', 'group_reference', {
      title: 'page.group',
      load: () => import('../features/groups/group-page.tsx'),
      read: 'groups:read',
      write: 'groups:write',
    }),
    {
      path: '/dashboard/access/tags',
      title: 'page.tags',
      load: () => import('../features/tags/tags-page.tsx'),
      actions: ['tags:read'],
      place: { group: 'group.access', icon: IconTags },
      search: anySearch,
    },
    ...editor('/dashboard/access/tags', 'tag_key', {
      title: 'page.tag',
      load: () => import('../features/tags/tag-page.tsx'),
      read: 'tags:read',
      write: 'tags:write',
    }),
    {
      path: '/dashboard/access/roles',
      title: 'page.roles',
      load: () => import('../features/roles/roles-page.tsx'),
      actions: ['roles:read'],
      place: { group: 'group.access', icon: IconShieldLock },
      search: anySearch,
    },
    ...editor('/dashboard/access/roles', 'role_reference', {
      title: 'page.role',
      load: () => import('../features/roles/role-page.tsx'),
      read: 'roles:read',
      write: 'roles:write',
      search: textsOf('copy_of'),
    }),
    {
      path: '/dashboard/access/role-drafts',
      title: 'page.role_drafts',
      load: () => import('../features/roles/role-drafts-page.tsx'),
      actions: ['roles:read'],
      place: { group: 'group.access', icon: IconShieldQuestion },
      search: anySearch,
    },
    {
      path: '/dashboard/access/role-drafts/$draft_reference',
      title: 'page.role_draft',
      load: () => import('../features/roles/role-draft-page.tsx'),
      actions: ['roles:read'],
    },
    {
      path: '/dashboard/access/requests',
      title: 'page.access_requests',
      load: () => import('../features/access-requests/access-requests-page.tsx'),
      place: { group: 'group.access', icon: IconLockQuestion },
      search: anySearch,
    },
    {
      path: '/dashboard/access/requests/$access_request_reference',
      title: 'page.access_request',
      load: () => import('../features/access-requests/access-request-page.tsx'),
    },
    {
      path: '/dashboard/access/people',
      title: 'page.people',
      load: () => import('../features/people/people-page.tsx'),
      actions: ['roles:read'],
      place: { group: 'group.access', icon: IconUserCheck },
      search: anySearch,
    },
    {
      path: '/dashboard/access/history',
      title: 'page.content_access',
      load: () => import('../features/access-review/content-access-page.tsx'),
      actions: ['roles:read'],
      place: { group: 'group.access', icon: IconUserSearch },
      search: anySearch,
    },
    {
      path: '/dashboard/access/reviews',
      title: 'page.access_reviews',
      load: () => import('../features/access-review/access-reviews-page.tsx'),
      place: { group: 'group.access', icon: IconChecklist, offeredWith: ['roles:read'] },
      search: anySearch,
    },
    {
      path: '/dashboard/access/reviews/$review_reference',
      title: 'page.access_review',
      load: () => import('../features/access-review/access-review-page.tsx'),
      search: anySearch,
    },
    {
      path: '/dashboard/access/review-schedules',
      title: 'page.access_review_schedules',
      load: () => import('../features/access-review/review-schedules-page.tsx'),
      actions: ['roles:read'],
      search: anySearch,
    },
    {
      path: '/dashboard/account/audit',
      title: 'page.audit',
      load: () => import('../features/activities/audit-page.tsx'),
      actions: ['audit:read'],
      place: { group: 'group.account', icon: IconHistory },
      search: anySearch,
    },
    {
      path: '/dashboard/account/audit/$log_id',
      title: 'page.activity',
      load: () => import('../features/activities/activity-page.tsx'),
      actions: ['audit:read'],
    },
    {
      path: '/dashboard/account/audit/devices/$log_id',
      title: 'page.activity',
      load: () => import('../features/activities/device-activity-page.tsx'),
      actions: ['audit:read'],
    },
    {
      path: '/dashboard/account/apps',
      title: 'page.apps',
      load: () => import('../features/client-apps/apps-page.tsx'),
      actions: ['apps:read'],
      place: { group: 'group.account', icon: IconApps },
      search: anySearch,
    },
    ...editor('/dashboard/account/apps', 'app_reference', {
      title: 'page.app',
      load: () => import('../features/client-apps/app-page.tsx'),
      read: 'apps:read',
      write: 'apps:write',
    }),
    {
      path: '/dashboard/account/support-access',
      title: 'page.support_access',
      load: () => import('../features/support-access/support-access-page.tsx'),
      actions: ['support_access:read'],
      place: { group: 'group.account', icon: IconLifebuoy, badge: 'waiting_requests' },
      search: anySearch,
    },
    {
      path: '/dashboard/account/support-access/$request_reference',
      title: 'page.support_request',
      load: () => import('../features/support-access/support-access-request-page.tsx'),
      actions: ['support_access:read'],
    },
    {
      path: '/dashboard/account/settings',
      title: 'page.settings',
      load: () => import('../features/account-settings/settings-page.tsx'),
      actions: ['account:read'],
      place: { group: 'group.account', icon: IconSettings },
    },
  ],
} as const satisfies Record<string, readonly Screen[]>

/**
 * Addresses of the specification that have no screen yet. Without these routes, a device of that name would be looked
 * up.
 */
export const addressesWithoutScreen = ['/dashboard/devices/logs', '/dashboard/devices/metrics'] as const
