import { calls, type Payload, type PayloadType, type UserProfile } from '@holdfast/contract'
import { namedNumbers } from '@holdfast/words'
import { type ReactNode, useMemo } from 'react'
import type { RowsInView } from '../../../shared/list/data-table.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { type ListSource, loadedRows, prefetchList } from '../../../shared/list/list-queries.ts'
import { rowsOfCall } from '../../../shared/list/list-reader.ts'
import { anySearch, type FilterValues } from '../../../shared/list/list-search.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { recordingDates, recordingFields } from '../../../shared/recordings/recording-fields.ts'
import type { PageModule, Prefetch } from '../../../shared/screens/page-module.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { shownTypes } from '../../../shared/session/profile-of-portal.ts'
import { addressOfPayload, type ListName, listedKinds } from '../kinds.ts'
import { RecordingName } from '../recording-name.tsx'
import { maySearchWords } from '../search/may-search-words.ts'
import { SearchHits } from '../search/search-hits.tsx'
import { firstSearchNotes, SearchNotes } from '../search/search-notes.tsx'
import { WordSearch } from '../search/word-search.tsx'
import { HoldFilter } from '../selection/hold-filter.tsx'
import { PutFilterIn } from '../selection/put-filter-in.tsx'
import { selectionActionsOf } from '../selection/selection-actions.ts'
import { BetweenDays } from './between-days.tsx'
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
    fields: recordingFields(types, profile),
    hasPeriod: true,
    ownFilters: ownFilters(name, types),
    dates: isSearching ? recordingDates.slice(0, 1) : recordingDates,
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
        between !== undefined && {
          heading: between,
          // Words are searched in the order of the list, page by page, and not counted.
          ...(filter.text === undefined && { lead: <BetweenDays source={source} /> }),
        })}
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
      fields={recordingFields(typesFor('messages', profile), profile)}
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
