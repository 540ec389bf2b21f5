import { payloadTypes } from '@holdfast/contract'
import {
  type Icon,
  IconLayoutGrid,
  IconLayoutList,
  IconMessage2,
  IconMessages,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconStethoscope,
  IconVideo,
} from '@tabler/icons-react'
import { type KindName, kinds, listedKinds } from '../../features/payloads/kinds.ts'
import type { MessageId } from '../../shared/i18n/text.ts'
import { anySearch } from '../../shared/list/list-search.ts'
import type { Screen } from '../screen.ts'
import { textsOf } from '../search-texts.ts'

/** The list of one kind of recording, and the screen of one recording. */
const service = <const Name extends KindName>(name: Name, icon: Icon, titleOfOne: MessageId) =>
  [
    {
      path: `/dashboard/services/${name}`,
      title: kinds[name].title,
      load: async () => (await import('../../features/payloads/list/payload-list.tsx'))?.payloadLists[name],
      actions: ['payloads:read'],
      place: { section: 'services', icon, payloadTypes: kinds[name].types },
      search: anySearch,
    },
    {
      path: `/dashboard/services/${name}/$payload_reference`,
      title: titleOfOne,
      load: async () => (await import('../../features/payloads/detail/payload-pages.tsx'))?.payloadPages[name],
      recording: name,
    },
  ] as const

/** Recordings, by service. */
export const serviceScreens = [
  {
    path: listedKinds.all.list,
    title: listedKinds.all.title,
    load: async () => (await import('../../features/payloads/list/payload-list.tsx'))?.payloadLists.all,
    actions: ['payloads:read'],
    place: { section: 'services', icon: IconLayoutList, payloadTypes: listedKinds.all.types },
    search: anySearch,
  },
  {
    path: '/dashboard/services',
    title: 'page.services',
    load: () => import('../../features/payloads/services/services-page.tsx'),
    actions: ['payloads:read'],
    place: { section: 'services', icon: IconLayoutGrid, name: 'services.all', isHeading: true, payloadTypes },
  },
  ...service('calls', IconPhone, 'page.call'),
  ...service('messages', IconMessages, 'page.message'),
  {
    path: '/dashboard/services/messages/conversations/$device_reference/$thread_id',
    title: 'page.conversation',
    load: () => import('../../features/payloads/conversations/conversation-page.tsx'),
    actions: ['payloads:read'],
    search: textsOf('message', 'words'),
  },
  ...service('photos', IconPhoto, 'page.photo'),
  ...service('videos', IconVideo, 'page.video'),
  ...service('interviews', IconMicrophone, 'page.interview'),
  {
    path: '/dashboard/services/comments',
    title: 'page.comments',
    load: () => import('../../features/payloads/comments/comments-page.tsx'),
    actions: ['comments:read'],
    place: { section: 'services', icon: IconMessage2 },
    search: anySearch,
  },
  {
    path: '/dashboard/services/diagnostics',
    title: 'page.diagnostics',
    load: async () => (await import('../../features/payloads/list/payload-list.tsx'))?.payloadLists.diagnostics,
    actions: ['payloads:read'],
    place: { section: 'services', icon: IconStethoscope, payloadTypes: listedKinds.diagnostics.types },
    search: anySearch,
  },
] as const satisfies readonly Screen[]
