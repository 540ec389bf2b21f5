import type { CallDeclaration, PortalEventKind } from '@holdfast/contract'
import { Skeleton, Stack } from '@mantine/core'
import type { IconLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../i18n/text.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StateMessage } from '../ui/state-message.tsx'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterOfCall } from './filter-fields.ts'
import { ListEnd } from './list-end.tsx'
import { type ItemOf, type ListSource, requestOf } from './list-queries.ts'
import { NewRows } from './new-rows.tsx'
import { datesOfCall } from './period.ts'
import { keepPlace, type PlaceLeft, placeLeft } from './place-left.ts'
import { isReturning } from './returning.ts'
import { useFilters } from './use-filters.ts'
import { useList } from './use-list.ts'

/** What shows the rows of a list, when it is not a table. */
export interface ListBodyProps<Item> {
  rows: readonly Item[]
  hasMore: boolean
  onEnd: () => void
  place: PlaceLeft | null
  onLeave: (place: PlaceLeft) => void
}

interface ListPageProps<C extends CallDeclaration> extends ListSource<C> {
  title: MessageId
  columns: readonly Column<ItemOf<C>>[]
  keyOf: (item: ItemOf<C>) => string
  linkOf?: (item: ItemOf<C>) => string
  /** Shows the rows in place of the table. */
  body?: ComponentType<ListBodyProps<ItemOf<C>>>
  empty: { icon: typeof IconLock; title: MessageId; body: MessageId }
  /** Which server-sent events announce rows of this list. */
  live?: { kind: PortalEventKind }
  /** The main action of the screen. */
  mainAction?: ReactNode
  /** Between the title and the list. */
  lead?: ReactNode
  /** Beside the filters, such as a choice between two lists. */
  children?: ReactNode
}

const skeletonRows = Array.from({ length: 9 }, (_, row) => row)

const ListSkeleton = () => (
  <Stack gap={8} aria-hidden>
    {skeletonRows.map((row) => (
      <Skeleton key={row} height={44} radius="md" />
    ))}
  </Stack>
)

/** The screen of every list (experience.md, 'Lists'). The address holds the filters. */
export const ListPage = <C extends CallDeclaration>(props: ListPageProps<C>) => {
  const { call, params, fields, defaultFilter, hasPeriod = false, empty, live, body: Body } = props
  const t = useText()
  const intl = useIntl()
  const { filter, setFilter } = useFilters()
  const request = useMemo(
    () => requestOf({ call, params, fields, hasPeriod, ...(defaultFilter && { defaultFilter }) }, filter),
    [call, params, filter, fields, hasPeriod, defaultFilter],
  )
  const list = useList(request)
  const { loadMore } = list
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  // Cached rows are already in their place.
  const [place] = useState(() => (list.rows.length === 0 && isReturning() ? placeLeft(entry) : null))
  const onEnd = useCallback(() => loadMore(), [loadMore])

  const body = (): ReactNode => {
    if (list.error) return <ErrorState error={list.error} onRetry={list.reload} />
    if (list.isLoading) return <ListSkeleton />
    if (list.rows.length === 0) {
      const isFiltered = Object.keys({ ...filterOfCall(filter, fields), ...datesOfCall(filter, new Date()) }).length > 0
      return (
        <StateMessage
          icon={empty.icon}
          title={t(isFiltered ? 'list.no_match' : empty.title)}
          body={t(isFiltered ? 'list.no_match_body' : empty.body)}
        />
      )
    }
    return (
      <>
        {Body ? (
          <Body
            rows={list.rows}
            hasMore={list.hasMore}
            onEnd={onEnd}
            place={place}
            onLeave={(left) => keepPlace(entry, left)}
          />
        ) : (
          <DataTable
            label={t(props.title)}
            rows={list.rows}
            columns={props.columns}
            keyOf={props.keyOf}
            linkOf={props.linkOf}
            total={list.isTotalCapped ? undefined : list.total}
            hasMore={list.hasMore}
            onEnd={onEnd}
            place={place}
            onLeave={(left) => keepPlace(entry, left)}
          />
        )}
        <ListEnd hasMore={list.hasMore} hasFailed={list.hasFailedMore} onRetry={loadMore} />
      </>
    )
  }

  return (
    <>
      <PageHeader
        title={t(props.title)}
        note={list.total === undefined ? undefined : `${intl.formatNumber(list.total)}${list.isTotalCapped ? '+' : ''}`}
        noteLabel={
          list.total === undefined
            ? undefined
            : t(list.isTotalCapped ? 'list.total_capped' : 'list.total', { total: list.total })
        }
      >
        {props.mainAction}
      </PageHeader>
      {props.lead}
      <FilterBar fields={fields} hasPeriod={hasPeriod} filter={filter} onChange={setFilter}>
        {props.children}
      </FilterBar>
      {live && (
        <NewRows
          key={JSON.stringify(filter)}
          kind={live.kind}
          filter={request.filter}
          hasRow={(reference) => list.rows.some((row) => props.keyOf(row) === reference)}
          total={list.total}
          countNow={list.countNow}
          isEmpty={!list.isLoading && !list.error && list.rows.length === 0}
          onShow={list.reload}
        />
      )}
      {body()}
    </>
  )
}
