import type { CallDeclaration, PortalEvent, PortalEventKind } from '@holdfast/contract'
import { Skeleton, Stack } from '@mantine/core'
import type { IconLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { RequestAccess } from '../access-requests/request-access.tsx'
import type { Wanted } from '../access-requests/wanted.ts'
import { type MessageId, useText } from '../i18n/text.ts'
import { useEvents } from '../live/use-events.ts'
import { SavedViewControl } from '../saved-views/saved-view-control.tsx'
import { useViewAlone } from '../saved-views/use-view-alone.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StateMessage } from '../ui/state-message.tsx'
import type { Column } from './column.ts'
import { DataTable, type RowsInView } from './data-table.tsx'
import { ExportControl } from './export-control.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type FilterField, filterOfCall, valuesOf } from './filter-fields.ts'
import { ListEnd } from './list-end.tsx'
import classes from './list-page.module.css'
import {
  type ItemOf,
  type ListDate,
  type ListRequest,
  type ListSource,
  orderOf,
  type PageOf,
  requestOf,
} from './list-queries.ts'
import { listReader, rowsAfter } from './list-reader.ts'
import { type FilterValues, type Sort, textOfSort } from './list-search.ts'
import { defaultView, type ListView, rowHeightsPx } from './list-view.ts'
import { LoosenFilters } from './loosen-filters.tsx'
import { keepRows } from './neighbours.ts'
import { NewRows } from './new-rows.tsx'
import { datesOfCall } from './period.ts'
import { keepPlace, type PlaceLeft, placeLeft } from './place-left.ts'
import { isReturning } from './returning.ts'
import type { SelectionAction } from './selection/selection-action.ts'
import type { RowSelection } from './selection/use-selection.ts'
import { StaleNote } from './stale-note.tsx'
import { unknownIn, withoutUnknown } from './unknown-filter.ts'
import { useFilters } from './use-filters.ts'
import { type ListResult, useList } from './use-list.ts'
import { useListSelection } from './use-list-selection.tsx'
import { useListView } from './use-list-view.ts'
import { usePageWidth } from './use-page-width.ts'
import { ViewControl } from './view-control.tsx'
import { isShown, visibleColumns } from './visible-columns.ts'
import { UnknownFilter, UnknownView } from './wrong-address.tsx'

/** What tells something of the pages of a list. */
export interface ListNoteProps<Page> {
  lastPage: Page | undefined
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
}

/** What shows the rows of a list, when it is not a table. */
export interface ListBodyProps<Item> {
  rows: readonly Item[]
  /** The date by which the rows are ordered. */
  orderedBy: string | undefined
  hasMore: boolean
  onEnd: () => void
  place: PlaceLeft | null
  /** The key of the row that the person came back from; `null` for everybody else. */
  returnedTo: string | null
  /** Whether that row was not the one that they opened here. */
  isGoneOn: boolean
  onLeave: (place: PlaceLeft) => void
  /** Absent where there is nothing to do with several rows. */
  selection: RowSelection | undefined
}

/** What a list says while it has no rows. */
export interface EmptyList {
  icon: typeof IconLock
  title: MessageId
  body: MessageId
  /** Whatever the filters are, the person sees no rows. */
  isForbidden?: boolean
  /** What the person can ask for, to see some. */
  wanted?: Wanted
}

interface Counted {
  total: number
  isCapped: boolean
  label: string
}

interface ListPageProps<C extends CallDeclaration> extends ListSource<C> {
  title: MessageId
  /** The name of what the list belongs to, in place of the title. */
  heading?: string | ((names: ReadonlyMap<string, string>) => string) | undefined
  /** A number beside the title instead of the list's total; `null`: none. */
  counted?: Counted | null
  columns: readonly Column<ItemOf<C>>[]
  keyOf: (item: ItemOf<C>) => string
  linkOf?: (item: ItemOf<C>) => string
  /** What the table only reads of rows that somebody sees. */
  inView?: RowsInView<ItemOf<C>>
  /** Shows the rows in place of the table. */
  body?: ComponentType<ListBodyProps<ItemOf<C>>>
  /** Above the rows. */
  firstNotes?: ComponentType<ListNoteProps<PageOf<C>>>
  /** Below the rows. */
  notes?: ComponentType<ListNoteProps<PageOf<C>>>
  /** Whether a person asks for more rows, in place of reading them when the end of the list comes near. */
  isStopped?: (lastPage: PageOf<C>) => boolean
  /** Names that a row has of references and numbers, for the filters that are set to them. */
  namesIn?: (item: ItemOf<C>) => readonly (readonly [value: string, name: string])[]
  empty: EmptyList
  /** Nothing is read until one of these filters is set; what the list says until then. */
  needs?: EmptyList & { filters: readonly string[] }
  /** Which server-sent events announce new rows of this list. */
  live?: { kind: PortalEventKind }
  /** Whether a server-sent event changes rows that are shown: they are read again at once. For lists whose rows keep their order. */
  isChangedBy?: (event: PortalEvent) => boolean
  /** The same for other lists: the rows that are shown are updated in their places, and those that have left the list are removed. */
  isUpdatedBy?: (event: PortalEvent) => boolean
  /** Whether the list takes the whole width of the page; absent: as the person chose, or if a table has many columns. */
  isWide?: boolean
  /** What can be done with selected rows. Without any, rows can't be selected. */
  actions?: readonly SelectionAction[]
  /** How the results of an action name a row. */
  nameOf?: (item: ItemOf<C>) => ReactNode
  /** The main action of the screen, beside its title. */
  mainAction?: ReactNode
  /** Beside the rows, where there is room, such as a map of them; otherwise above them. `null` while they are read. */
  beside?: (rows: readonly ItemOf<C>[] | null) => ReactNode
  /** Between the title and the list. */
  lead?: ReactNode
  /** Beside the filters, such as a choice between two lists. */
  children?: ReactNode
}

const noDates: readonly ListDate[] = []

/** With more columns than this, a list takes the whole width of the page. */
const fewColumns = 5

const skeletonRows = Array.from({ length: 9 }, (_, row) => row)

const ListSkeleton = () => (
  <Stack gap={8} aria-hidden>
    {skeletonRows.map((row) => (
      <Skeleton key={row} height={44} radius="md" />
    ))}
  </Stack>
)

interface NoRowsProps {
  empty: EmptyList
  fields: readonly FilterField[]
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

/** What an empty list is for, or which filters can be removed. */
const NoRows = ({ empty, fields, filter, onChange }: NoRowsProps) => {
  const t = useText()
  const isFiltered = Object.keys({ ...filterOfCall(filter, fields), ...datesOfCall(filter, new Date()) }).length > 0
  if (empty.isForbidden || !isFiltered) {
    return (
      <StateMessage icon={empty.icon} title={t(empty.title)} body={t(empty.body)}>
        {empty.wanted && <RequestAccess wanted={empty.wanted} />}
      </StateMessage>
    )
  }
  return (
    <StateMessage icon={empty.icon} title={t('list.no_match')} body={t('list.no_match_body')}>
      <LoosenFilters fields={fields} filter={filter} onChange={onChange} />
    </StateMessage>
  )
}

interface ListHeaderProps {
  title: string
  list: ListResult<unknown>
  counted: Counted | null | undefined
  lead: ReactNode
  children: ReactNode
}

const ListHeader = ({ title, list, counted, lead, children }: ListHeaderProps) => {
  const t = useText()
  const intl = useIntl()
  const { total, isTotalCapped: isCapped } = list
  const ofList =
    total === undefined ? null : { total, isCapped, label: t(isCapped ? 'list.total_capped' : 'list.total', { total }) }
  const shown = counted === undefined ? ofList : counted
  const note = shown && {
    note: `${intl.formatNumber(shown.total)}${shown.isCapped ? '+' : ''}`,
    noteLabel: shown.label,
  }
  return (
    <>
      <PageHeader title={title} {...note}>
        {children}
      </PageHeader>
      {list.rows.length > 0 && <StaleNote readAt={list.readAt} />}
      {lead}
    </>
  )
}

interface BesideProps<Row> {
  beside: ((rows: readonly Row[] | null) => ReactNode) | undefined
  /** `null` while they are read. */
  rows: readonly Row[] | null
  children: ReactNode
}

/** The rows, and what the list shows beside them: also while they are read, so that they do not move. */
const Beside = <Row,>({ beside, rows, children }: BesideProps<Row>) => {
  const shown = rows?.length !== 0 && beside?.(rows)
  return (
    <div className={beside && classes.split}>
      {shown && <aside className={classes.beside}>{shown}</aside>}
      <div className={classes.rows}>{children}</div>
    </div>
  )
}

interface ListContentProps {
  needed: EmptyList | undefined
  /** Instead of the list, where its address asks for what there is not. */
  wrong: ReactNode
  isWaiting: boolean
  list: ListResult<unknown>
  hasStopped: boolean
  noRows: ReactNode
  /** The rows. */
  children: ReactNode
}

/** The rows of a list, or what it says in their place. */
const ListContent = ({ needed, wrong, isWaiting, list, hasStopped, noRows, children }: ListContentProps) => {
  const t = useText()
  if (isWaiting) return <ListSkeleton />
  if (wrong) return wrong
  if (needed) return <StateMessage icon={needed.icon} title={t(needed.title)} body={t(needed.body)} />
  if (list.error) return <ErrorState error={list.error} onRetry={list.reload} />
  if (list.isLoading) return <ListSkeleton />
  if (list.rows.length === 0 && !list.hasMore) return noRows
  return (
    <>
      {children}
      {hasStopped && !list.moreFailure ? null : (
        <ListEnd hasMore={list.hasMore} failure={list.moreFailure} onRetry={list.loadMore} />
      )}
    </>
  )
}

interface ArrivedRowsProps<C extends CallDeclaration> extends Pick<ListPageProps<C>, 'keyOf'> {
  live: NonNullable<ListPageProps<C>['live']>
  request: ListRequest<C>
  list: ListResult<ItemOf<C>>
  isEmpty: boolean
}

/** How many rows came while somebody looks at the list. */
const ArrivedRows = <C extends CallDeclaration>({ live, request, list, keyOf, isEmpty }: ArrivedRowsProps<C>) => (
  <NewRows
    kind={live.kind}
    filter={request.filter}
    hasRow={(reference) => list.rows.some((row) => keyOf(row) === reference)}
    total={list.total}
    countNow={list.countNow}
    isEmpty={isEmpty}
    onShow={list.reload}
  />
)

/** The row that somebody opened before they came back, and a function that notes which one they open now. */
const useOpenedRow = <C extends CallDeclaration>(
  request: ListRequest<C>,
  { rows, hasMore, total: counted, isTotalCapped, lastPage }: ListResult<ItemOf<C>, PageOf<C>>,
  { keyOf, linkOf }: Pick<ListPageProps<C>, 'keyOf' | 'linkOf'>,
) => {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [arrived] = useState(() => ({ entry, place: isReturning() ? placeLeft(entry) : null }))
  // Other filters have entries of their own.
  const left = arrived.entry === entry ? arrived.place : null
  // Cached rows are already in their place.
  const [isCached] = useState(rows.length > 0)
  const onLeave = (place: PlaceLeft) => {
    keepPlace(entry, place)
    if (!linkOf) return
    const kept = rows.map((row) => ({ key: keyOf(row), address: linkOf(row) }))
    const total = isTotalCapped ? undefined : counted
    const opened = linkOf(rows[place.index] as ItemOf<C>)
    const after = rowsAfter(request, lastPage)
    keepRows({ entry, path, hasMore, total, rows: kept, after }, opened, listReader(request, keyOf, linkOf))
  }
  return {
    place: isCached ? null : left,
    returnedTo: left?.row ?? null,
    isGoneOn: left?.isGoneOn ?? false,
    onLeave,
  }
}

/** What happens when the end of the rows comes near: more are read, unless a person has to ask for them. */
const useReachedEnd = <Page,>(
  { lastPage, loadMore }: Pick<ListResult<unknown, Page>, 'lastPage' | 'loadMore'>,
  isStopped: ((lastPage: Page) => boolean) | undefined,
) => {
  const hasStopped = lastPage !== undefined && (isStopped?.(lastPage) ?? false)
  const onEnd = useCallback(() => (hasStopped ? undefined : loadMore()), [hasStopped, loadMore])
  return { hasStopped, onEnd }
}

/** Reads the rows again after the events that change them. */
const useChanges = <C extends CallDeclaration>(
  { isChangedBy, isUpdatedBy, keyOf }: Pick<ListPageProps<C>, 'isChangedBy' | 'isUpdatedBy' | 'keyOf'>,
  list: ListResult<ItemOf<C>>,
) =>
  useEvents((event) => {
    if (isChangedBy?.(event)) list.readAgain()
    else if (isUpdatedBy?.(event)) list.update(keyOf)
  })

/** What the address asks of the list. What the list does not know stays out of `filter`, and is told by `wrong`. */
const useAddressedList = <C extends CallDeclaration>(source: ListSource<C> & Pick<ListPageProps<C>, 'needs'>) => {
  const { call, params, fields, defaultFilter, hasPeriod = false, dates = noDates, ownFilters } = source
  const { filter: asked, setFilter, sort, setSort, showWhole } = useFilters()
  const filter = useMemo(
    () => withoutUnknown(asked, { fields, hasPeriod, ownFilters }),
    [asked, fields, hasPeriod, ownFilters],
  )
  const unknown = unknownIn(asked, { fields, hasPeriod, ownFilters })
  const { isWaiting, isUnknown } = useViewAlone()
  const wrong =
    unknown.length > 0 ? (
      <UnknownFilter unknown={unknown} onRemove={() => setFilter(filter)} />
    ) : (
      isUnknown && <UnknownView onRemove={showWhole} />
    )
  const request = useMemo(
    () =>
      requestOf({ call, params, fields, hasPeriod, dates, ...(defaultFilter && { defaultFilter }) }, { filter, sort }),
    [call, params, filter, sort, fields, hasPeriod, dates, defaultFilter],
  )
  const order = orderOf({ dates }, sort)
  const onOrder = (next: Sort) =>
    setSort(next.by === dates[0]?.name && next.direction === 'desc' ? undefined : textOfSort(next))
  const needed = source.needs?.filters.every((name) => valuesOf(filter, name).length === 0) ? source.needs : undefined
  return { request, filter, setFilter, sort, order, onOrder, needed, isWaiting, wrong }
}

/** The columns that the page has room for, and the ids of those that the person chose, whatever its width. */
const useColumns = <Item,>(all: readonly Column<Item>[], chosen: ListView['columns'], sortedBy: string | undefined) => {
  const pageWidth = usePageWidth()
  const columns = visibleColumns(all, { chosen, sortedBy, width: pageWidth })
  const chosenIds = all.filter((column) => isShown(column, { chosen, sortedBy })).map(({ id }) => id)
  return { columns, pageWidth, chosenIds }
}

/** The screen of every list (experience.md, 'Lists'). The address holds the filters and the order. */
export const ListPage = <C extends CallDeclaration>(props: ListPageProps<C>) => {
  const { fields, hasPeriod = false, usualPeriod, dates = noDates, empty, live } = props
  const { body: Body, firstNotes: FirstNotes, notes: Notes, isStopped, namesIn } = props
  const t = useText()
  const { request, filter, setFilter, sort, order, onOrder, needed, isWaiting, wrong } = useAddressedList(props)
  const { view, usual, changeView, savedView } = useListView(props.title)
  const { columns, pageWidth, chosenIds } = useColumns(props.columns, view.columns, order?.by)
  const isWide = props.isWide ?? (Body ? false : (view.isWide ?? columns.length > fewColumns))
  const savable = { shown: { filter, sort, look: Body && !savedView ? defaultView : view }, onLook: changeView }
  const list = useList({ ...request, isEnabled: needed === undefined && !isWaiting && !wrong })
  const names = new Map(namesIn ? list.rows.flatMap(namesIn) : [])
  const heading = typeof props.heading === 'function' ? props.heading(names) : props.heading
  const { hasStopped, onEnd } = useReachedEnd(list, isStopped)
  useChanges(props, list)
  const isRead = !needed && !isWaiting && !wrong && !list.isLoading && !list.error
  const { selection, bar } = useListSelection({ ...props, request, filter, list })
  const exported = { request, name: t(props.title), counted: list, shownColumns: Body ? undefined : chosenIds }
  const rows = { rows: list.rows, hasMore: list.hasMore, onEnd, selection, ...useOpenedRow(request, list, props) }

  return (
    <div data-full-width={isWide}>
      <ListHeader title={heading ?? t(props.title)} list={list} counted={props.counted} lead={props.lead}>
        {props.mainAction}
      </ListHeader>
      <FilterBar
        {...{ fields, hasPeriod, usualPeriod, dates, order, onOrder }}
        filter={filter}
        names={names}
        onChange={setFilter}
        view={
          <>
            {!needed && !wrong && <ExportControl {...exported} />}
            <SavedViewControl {...savable} usual={Body ? defaultView : usual} />
            {!Body && (
              <ViewControl {...{ columns: props.columns, sortedBy: order?.by, view, isWide }} onChange={changeView} />
            )}
          </>
        }
      >
        {props.children}
      </FilterBar>
      {live && !list.error && !wrong && (
        <ArrivedRows
          key={JSON.stringify([filter, sort])}
          {...{ live, request, list }}
          keyOf={props.keyOf}
          isEmpty={isRead && list.rows.length === 0}
        />
      )}
      {FirstNotes && isRead && <FirstNotes {...list} onMore={list.loadMore} />}
      <Beside beside={props.beside} rows={isWaiting || list.isLoading ? null : isRead ? list.rows : []}>
        <ListContent
          {...{ needed, wrong, isWaiting, list, hasStopped }}
          noRows={<NoRows empty={empty} fields={fields} filter={filter} onChange={setFilter} />}
        >
          {Body ? (
            <Body {...rows} orderedBy={order?.by} />
          ) : (
            <DataTable
              {...rows}
              label={t(props.title)}
              columns={columns}
              pageWidth={pageWidth}
              rowHeightPx={rowHeightsPx[view.density]}
              order={order}
              onOrder={onOrder}
              keyOf={props.keyOf}
              linkOf={props.linkOf}
              inView={props.inView}
              total={list.isTotalCapped ? undefined : list.total}
            />
          )}
        </ListContent>
      </Beside>
      {Notes && isRead && <Notes {...list} onMore={list.loadMore} />}
      {bar}
    </div>
  )
}
