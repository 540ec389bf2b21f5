import { type CallDeclaration, limits } from '@holdfast/contract'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { personOf } from '../session/session-state.ts'
import { useSession } from '../session/use-session.ts'
import { type ItemOf, type ListRequest, readFirstRows } from './list-queries.ts'
import type { FilterValues } from './list-search.ts'
import { forgetRun, useCurrentRun } from './selection/current-run.ts'
import { useKnownRows } from './selection/known-rows.ts'
import { selectAnew } from './selection/select-anew.ts'
import type { SelectableRow } from './selection/selection.ts'
import type { SelectionAction } from './selection/selection-action.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useOffered } from './selection/use-offered.ts'
import { type RowSelection, useSelection } from './selection/use-selection.ts'
import type { ListResult } from './use-list.ts'

interface SelectableList<C extends CallDeclaration> {
  request: ListRequest<C>
  /** The filters of the list's address. */
  filter: FilterValues
  list: ListResult<ItemOf<C>>
  keyOf: (item: ItemOf<C>) => string
  linkOf?: ((item: ItemOf<C>) => string) | undefined
  actions?: readonly SelectionAction[] | undefined
  nameOf?: ((item: ItemOf<C>) => ReactNode) | undefined
  /** Of lists that read more rows only when somebody asks for them. */
  isStopped?: ((lastPage: never) => boolean) | undefined
}

const noActions: readonly SelectionAction[] = []

/** The selection of a list and its bar; neither for people who can do nothing with selected rows. */
export const useListSelection = <C extends CallDeclaration>({
  request,
  filter,
  list,
  keyOf,
  linkOf,
  actions = noActions,
  nameOf,
  isStopped,
}: SelectableList<C>): { selection: RowSelection | undefined; bar: ReactNode } => {
  const session = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const offered = useOffered(actions)
  const rowOf = (item: ItemOf<C>): SelectableRow => ({ key: keyOf(item), link: linkOf?.(item) ?? null })
  const visit = session.support?.requestReference ?? null
  const name = JSON.stringify([personOf(session), session.client, visit, path, filter])
  const ownSelection = useSelection(`${entry} ${name}`, list.rows.map(rowOf))
  // A run that was stopped or interrupted can go on, so its bar stays.
  const hasResults = useCurrentRun(name)?.state.status === 'finished'
  const selection = hasResults ? selectAnew(ownSelection, forgetRun) : ownSelection
  const known = useKnownRows(name, list.rows, keyOf)
  if (offered.length === 0) return { selection: undefined, bar: null }
  const readRows = async () => {
    const rows = await readFirstRows(request, limits.maxSelected)
    known.add(rows)
    return rows.map(rowOf)
  }
  return {
    selection,
    bar: (
      <SelectionBar
        list={name}
        selection={selection}
        actions={offered}
        rows={known.rows}
        nameOf={nameOf as ((row: unknown) => ReactNode) | undefined}
        total={list.total}
        isTotalCapped={list.isTotalCapped}
        hasMore={list.hasMore}
        readRows={isStopped ? undefined : readRows}
        // Reading the hits of a search again is a search of its own.
        onDone={isStopped ? list.reload : () => list.update(keyOf)}
      />
    ),
  }
}
