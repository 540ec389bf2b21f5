import { calls, type PayloadType, payloadStates, type UserProfile } from '@holdfast/contract'
import { IconMessages, IconMicrophone, IconPhone, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { type ListSource, prefetchList } from '../../shared/list/list-queries.ts'
import type { PageModule } from '../../shared/screens/page-module.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { shownTypes } from '../../shared/session/profile-of-portal.ts'
import { type KindName, kinds } from './kinds.ts'
import { MediaGrid } from './media-grid.tsx'
import { payloadColumns } from './payload-columns.tsx'

const icons = {
  calls: IconPhone,
  photos: IconPhoto,
  videos: IconVideo,
  messages: IconMessages,
  interviews: IconMicrophone,
} as const

const numbers: FilterField = { kind: 'texts', name: 'numbers', label: 'payload.numbers' }
const others: readonly FilterField[] = [
  { kind: 'texts', name: 'device_user_references', label: 'payload.who' },
  { kind: 'texts', name: 'device_references', label: 'payload.device' },
  { kind: 'texts', name: 'groups', label: 'payload.group' },
  {
    kind: 'choices',
    name: 'payload_states',
    label: 'payload.state',
    options: payloadStates.map((state) => ({ value: state, label: `state.${state}` as const })),
  },
  { kind: 'flag', name: 'is_late', label: 'payload.late_only' },
  { kind: 'flag', name: 'is_personal_number', label: 'payload.personal_only' },
  { kind: 'flag', name: 'is_unusual', label: 'payload.unusual' },
]

/** The type is a filter only where there are several. */
const fieldsOf = (name: KindName, types: readonly PayloadType[]): readonly FilterField[] => {
  const typeField: FilterField = {
    kind: 'choices',
    name: 'payload_types',
    label: 'payload.kind',
    options: types.map((type) => ({ value: type, label: `kind.${type}` as const })),
  }
  const hasParties = name === 'calls' || name === 'messages'
  return [...(hasParties ? [numbers] : []), ...(types.length > 1 ? [typeField] : []), ...others]
}

const typesFor = (name: KindName, profile: UserProfile | undefined): readonly PayloadType[] =>
  profile ? shownTypes(kinds[name].types, profile) : kinds[name].types

const sourceOf = (name: KindName, types: readonly PayloadType[]): ListSource<typeof calls.listPayloads> => ({
  call: calls.listPayloads,
  defaultFilter: { payload_types: types },
  fields: fieldsOf(name, types),
  hasPeriod: true,
})

const hasPictures = (name: KindName): boolean => name === 'photos' || name === 'videos'

/** The list of one kind of recording. */
const PayloadList = ({ name }: { name: KindName }) => {
  const kind = kinds[name]
  const { profile } = useProfile()
  const { types, source } = useMemo(() => {
    const types = typesFor(name, profile)
    return { types, source: sourceOf(name, types) }
  }, [name, profile])
  return (
    <ListPage
      {...source}
      title={kind.title}
      columns={payloadColumns(name, types)}
      keyOf={(payload) => payload.payload_reference}
      linkOf={(payload) => kind.linkOf(payload.payload_reference)}
      empty={{ icon: icons[name], title: kind.emptyTitle, body: kind.emptyBody }}
      live={{ kind: 'payload' }}
      {...(hasPictures(name) && { body: MediaGrid })}
    />
  )
}

const pageOf = (name: KindName): PageModule => ({
  default: () => <PayloadList name={name} />,
  prefetch: prefetchList(({ profile }) => sourceOf(name, typesFor(name, profile))),
})

/** The list screen of each kind. */
export const payloadLists: Record<KindName, PageModule> = {
  calls: pageOf('calls'),
  interviews: pageOf('interviews'),
  messages: pageOf('messages'),
  photos: pageOf('photos'),
  videos: pageOf('videos'),
}
