import type { SavedView } from '@holdfast/contract'
import { useState } from 'react'
import { lookOf } from '../saved-views/view-search.ts'
import { personOf } from '../session/session-state.ts'
import { useSession } from '../session/use-session.ts'
import { type ListView, storedView, storeView } from './list-view.ts'

/**
 * The person's view of a list, and a function to change it. In an opened saved view it is that of the saved view, and a change
 * lasts until the view is left or saved.
 */
export const useListView = (
  list: string,
  saved: SavedView | undefined,
): [view: ListView, change: (view: ListView) => void] => {
  const person = personOf(useSession()) ?? ''
  const [own, setOwn] = useState(() => storedView(localStorage, person, list))
  const key = saved && `${saved.view_reference} ${saved.version}`
  const [changed, setChanged] = useState<{ key: string; view: ListView }>()
  if (saved && key !== undefined) {
    return [changed?.key === key ? changed.view : lookOf(saved.search), (view) => setChanged({ key, view })]
  }
  return [
    own,
    (next) => {
      setOwn(next)
      storeView(localStorage, person, list, next)
    },
  ]
}
