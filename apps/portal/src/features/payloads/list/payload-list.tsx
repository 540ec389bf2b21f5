import {
  calls,
  type DeviceFailureReason,
  directions,
  type Payload,
  type PayloadType,
  PhoneNumber,
  payloadStates,
  type UserProfile,
} from '@holdfast/contract'
import { namedNumbers } from '@holdfast/words'
import { type ReactNode, useMemo } from 'react'
import { MatterFilter } from '../../../shared/legal-holds/matter-filter.tsx'
import { titleOfMatter } from '../../../shared/legal-holds/use-matter.ts'
import type { RowsInView } from '../../../shared/list/data-table.tsx'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { type ListDate, type ListSource, loadedRows, prefetchList } from '../../../shared/list/list-queries.ts'
import { rowsOfCall } from '../../../shared/list/list-reader.ts'
import { anySearch, type FilterValues } from '../../../shared/list/list-search.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import type { PageModule, Prefetch } from '../../../shared/screens/page-module.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { shownTypes } from '../../../shared/session/profile-of-portal.ts'
import { addressOfPayload, kinds, type ListName, listedKinds } from '../kinds.ts'
import { RecordingName } from '../recording-name.tsx'
import { maySearchWords } from '../search/may-search-words.ts'
import { SearchHits } from '../search/search-hits.tsx'
import { firstSearchNotes, SearchNotes } from '../search/search-notes.tsx'
import { WordSearch } from '../search/word-search.tsx'
import { HoldFilter } from '../selection/hold-filter.tsx'
import { PutFilterIn } from '../selection/put-filter-in.tsx'
import { selectionActionsOf } from '../selection/selection-actions.ts'
import { BetweenDays, keyOfBetween } from './between-days.tsx'
import { conversationRows } from './conversation-list.tsx'
import { emptyListOf } from './empty-list.ts'
import { MediaGrid } from './media-grid.tsx'
import { MessagesView } from './messages-view.tsx'
import { payloadColumns } from './payload-columns.tsx'
import { readableTypes } from './readable-types.ts'
import { pictureOf, ShownThumbnails } from './row-picture.tsx'
import { useBetweenHeading } from './use-between-heading.ts'
import { readableMessage, ShownSnippets, useSnippets } from './use-snippets.ts'
import { useThumbnails } from './use-thumbnails.ts'

const dates: readonly ListDate[] = [
  { name: 'payload_time', label: 'payload.when' },
  { name: 'processed_at', label: 'payload.processed' },
  { name: 'updated_at', label: 'payload.changed' },
]

/** Reasons for which a recording is Failed. Those for quarantine are words of the scanner. */
const failures = [
  'malformed',
  'wrong_key',
  'wrong_iv',
  'tampered',
  'truncated',
  'too_large',
  'unusable_key',
  'checksum',
  'missing',
  'ended_workers',
] as const satisfies readonly DeviceFailureReason[]

const ofParties: readonly FilterField[] = [
  { kind: 'found', finds: 'number', name: 'numbers', label: 'payload.numbers' },
  {
    kind: 'text',
    name: 'number_prefix',
    label: 'payload.number_prefix',
    hint: 'payload.number_prefix_hint',
    schema: PhoneNumber,
  },
]
const directionField: FilterField = {
  kind: 'choices',
  name: 'directions',
  label: 'payload.direction',
  options: directions.map((direction) => ({ value: direction, label: `direction.${direction}` as const })),
}
const places: readonly FilterField[] = [
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'payload.who' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'payload.device' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' },
]
/** Each message on a page of hits is opened and recorded, so the pages are short (docs/decisions/0029). */
const words: FilterField = {
  kind: 'text',
  name: 'text',
  label: 'payload.words',
  hasOwnInput: true,
  pageRows: 20,
}
const ofReviews: readonly FilterField[] = [
  { kind: 'flag', name: 'is_reviewed', label: 'payload.reviewed' },
  { kind: 'found', finds: 'portal_user', name: 'reviewed_by', label: 'payload.reviewed_by' },
  { kind: 'days', name: 'reviewed', from: 'reviewed_from', to: 'reviewed_to', label: 'payload.reviewed_on' },
]
const ofMatter: FilterField = {
  kind: 'text',
  name: 'matter_reference',
  label: 'holds.matter',
  input: MatterFilter,
  nameOf: titleOfMatter,
}
const others: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'payload_states',
    label: 'payload.state',
    options: payloadStates.map((state) => ({ value: state, label: `state.${state}` as const })),
  },
  {
    kind: 'choices',
    name: 'failures',
    label: 'payload.failure',
    options: failures.map((failure) => ({ value: failure, label: `failure.${failure}` as const })),
  },
  { kind: 'flag', name: 'is_late', label: 'payload.late_only' },
  { kind: 'flag', name: 'is_damaged', label: 'payload.damaged' },
  { kind: 'flag', name: 'is_personal_number', label: 'payload.personal_only' },
  { kind: 'flag', name: 'is_commented', label: 'payload.commented' },
  { kind: 'flag', name: 'is_unusual', label: 'payload.unusual' },
  { kind: 'flag', name: 'is_legacy', label: 'payload.legacy' },
  { kind: 'text', name: 'legacy_reference', label: 'payload.legacy_reference' },
]

/**
 * The type is a filter only where there are several, and comments for people who may read them. Diagnostics have neither numbers
 * nor comments.
 */
const withParties: readonly PayloadType[] = [...kinds.calls.types, ...kinds.messages.types]

const fieldsOf = (name: ListName, types: readonly PayloadType[], profile?: UserProfile): readonly FilterField[] => {
  const typeField: FilterField = {
    kind: 'choices',
    name: 'payload_types',
    label: 'payload.kind',
    options: types.map((type) => ({ value: type, label: `kind.${type}` as const })),
  }
  const hasParties = types.some((type) => withParties.includes(type))
  const dispositionField: FilterField = {
    kind: 'choices',
    name: 'dispositions',
    label: 'payload.disposition',
    // The account's own names, among them those that it no longer offers.
    options: (profile?.account_settings.dispositions ?? []).map((one) => ({ value: one.name, label: null })),
  }
  const mayReadReviews = profile?.actions.includes('reviews:read') ?? false
  const mayReadComments = profile?.actions.includes('comments:read') ?? false
  return [
    // Also while it is switched off: the server then refuses it, and the list does not pass for what was found.
    words,
    ...(hasParties ? ofParties : []),
    ...places,
    ...(types.length > 1 ? [typeField] : []),
    ...(hasParties ? [directionField] : []),
    ...ofReviews,
    ...(mayReadReviews ? [dispositionField] : []),
    ...(profile?.actions.includes('matters:read') ? [ofMatter] : []),
    ...others.filter(({ name: field }) => {
      if (field === 'is_commented') return mayReadComments && name !== 'diagnostics'
      return field !== 'is_personal_number' || name !== 'diagnostics'
    }),
  ]
}

const typesFor = (name: ListName, profile: UserProfile | undefined): readonly PayloadType[] =>
  name === 'all'
    ? readableTypes(profile)
    : profile
      ? shownTypes(listedKinds[name].types, profile)
      : listedKinds[name].types

/** Links name the type also where there is only one. */
const ownFilters = (name: ListName, types: readonly PayloadType[]) => ({
  ...(types.length === 1 && { payload_types: types }),
  ...(name === 'messages' && { view: ['single'] }),
})

/** A search is sorted by the time of the recordings alone. Whoever wants to see deleted recordings asks for their state. */
export const payloadSource = (
  name: ListName,
  profile: UserProfile | undefined,
  { isSearching, filter }: { isSearching: boolean; filter: FilterValues },
): ListSource<typeof calls.listPayloads> => {
  const types = typesFor(name, profile)
  return {
    call: calls.listPayloads,
    defaultFilter: { payload_types: types, ...(filter.payload_states === undefined && { is_deleted: false }) },
    fields: fieldsOf(name, types, profile),
    hasPeriod: true,
    ownFilters: ownFilters(name, types),
    dates: isSearching ? dates.slice(0, 1) : dates,
  }
}

const linkOf = ({ payload_type, payload_reference }: Payload): string =>
  addressOfPayload(payload_type, payload_reference)

const keyOf = ({ payload_reference }: Payload): string => payload_reference

const payloadRows = rowsOfCall(calls.listPayloads, keyOf, linkOf)

const hasPictures = (name: ListName): boolean => name === 'photos' || name === 'videos'

/** Single messages, with their beginnings, which are read as they come into view. */
const SingleMessages = ({ children }: { children: ReactNode }) => {
  const { profile } = useProfile()
  const { snippets, onSeen } = useSnippets()
  return (
    <ShownSnippets value={snippets}>
      <PayloadList name="messages" {...(profile && { inView: { referenceOf: readableMessage(profile), onSeen } })}>
        {children}
      </PayloadList>
    </ShownSnippets>
  )
}

/** Lists all kinds with the beginnings of messages and the small pictures, which are read as they come into view. */
export const WithContents = ({ children }: { children: (inView: RowsInView<Payload> | undefined) => ReactNode }) => {
  const { profile } = useProfile()
  const { snippets, onSeen: onSeenMessages } = useSnippets()
  const { addresses, onSeen: onSeenPictures } = useThumbnails([])
  const inView = profile && {
    referenceOf: (payload: Payload) => readableMessage(profile)(payload) ?? pictureOf(payload),
    onSeen: (references: readonly string[]) => {
      const seen = new Set(references)
      const rows = loadedRows(calls.listPayloads).filter(({ payload_reference }) => seen.has(payload_reference))
      const messages = rows.filter((row) => readableMessage(profile)(row) !== null)
      onSeenMessages([...new Set(messages.map(keyOf))])
      onSeenPictures(rows.filter((row) => pictureOf(row) !== null))
    },
  }
  return (
    <ShownSnippets value={snippets}>
      <ShownThumbnails value={addresses}>{children(inView)}</ShownThumbnails>
    </ShownSnippets>
  )
}

const AllRecordings = () => (
  <WithContents>{(inView) => <PayloadList name="all" {...(inView && { inView })} />}</WithContents>
)

interface PayloadListProps {
  name: ListName
  inView?: RowsInView<Payload>
  children?: ReactNode
}

/** The list of one kind of recording, or of all. */
const PayloadList = ({ name, inView, children }: PayloadListProps) => {
  const kind = listedKinds[name]
  const { profile } = useProfile()
  const { filter } = useFilters()
  const between = useBetweenHeading(filter)
  const isSearching = filter.text !== undefined && maySearchWords(name, profile)
  const source = useMemo(
    () => payloadSource(name, profile, { isSearching, filter }),
    [name, profile, isSearching, filter],
  )
  return (
    <ListPage<typeof calls.listPayloads>
      {...source}
      mainAction={
        <>
          {!isSearching && <PutFilterIn source={source} filter={filter} />}
          {!isSearching && <HoldFilter source={source} filter={filter} />}
          {maySearchWords(name, profile) && <WordSearch name={name} />}
        </>
      }
      title={kind.title}
      {...(name === 'all' &&
        between !== undefined && { heading: between, lead: <BetweenDays key={keyOfBetween(filter)} /> })}
      columns={payloadColumns(name, typesFor(name, profile), profile?.actions.includes('payloads:download') ?? false)}
      keyOf={keyOf}
      namesIn={namedNumbers}
      {...(name !== 'diagnostics' && { linkOf })}
      empty={emptyListOf(name, profile)}
      {...(inView && { inView })}
      actions={selectionActionsOf(name)}
      nameOf={(payload: Payload) => <RecordingName payload={payload} />}
      {...(hasPictures(name) && { body: MediaGrid, isWide: true })}
      {...(isSearching
        ? {
            body: SearchHits,
            isWide: false,
            firstNotes: firstSearchNotes[name],
            notes: SearchNotes,
            isStopped: ({ searched_back_to }) => Boolean(searched_back_to),
          }
        : { live: { kind: 'payload' } })}
    >
      {children}
    </ListPage>
  )
}

const Messages = () => {
  const { profile } = useProfile()
  return (
    <MessagesView
      fields={fieldsOf('messages', typesFor('messages', profile), profile)}
      search={maySearchWords('messages', profile) && <WordSearch name="messages" />}
      single={(choice) => <SingleMessages>{choice}</SingleMessages>}
    />
  )
}

/** Searching words is put on the trail with what was found, and pointing at the link of a search is not searching. */
const prefetchUnlessSearching =
  (prefetch: Prefetch): Prefetch =>
  (request) => {
    if (anySearch(request.search).filter?.text === undefined) prefetch(request)
  }

const pageOf = (name: ListName): PageModule => ({
  default: () => <PayloadList name={name} />,
  prefetch: prefetchUnlessSearching(
    prefetchList(({ profile }, filter) => payloadSource(name, profile, { isSearching: false, filter })),
  ),
  rows: [payloadRows],
})

/** The list screen of each kind. */
export const payloadLists: Record<ListName, PageModule> = {
  all: { ...pageOf('all'), default: AllRecordings },
  calls: pageOf('calls'),
  diagnostics: pageOf('diagnostics'),
  interviews: pageOf('interviews'),
  messages: { default: Messages, rows: [payloadRows, conversationRows] },
  photos: pageOf('photos'),
  videos: pageOf('videos'),
}
