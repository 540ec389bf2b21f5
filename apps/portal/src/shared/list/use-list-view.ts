import type { SavedView } from '@holdfast/contract'
import { useState } from 'react'
import { useOpenView } from '../saved-views/use-saved-views.ts'
import { lookOf } from '../saved-views/view-search.ts'
import { personOf } from '../session/session-state.ts'
import { useSession } from '../session/use-session.ts'
import { type ListView, storedView, storeView } from './list-view.ts'

interface UsedView {
  view: ListView
  /** The person's own view when the list was opened. */
  usual: ListView
  changeView: (view: ListView) => void
  /** The saved view that is open. */
  savedView: SavedView | undefined
}

/**
 * The person's view of a list, and a function to change it. While a saved view is open it is that of the saved view, and a change lasts
 * until the list is left or the saved view is saved.
 */
export const useListView = (list: string): UsedView => {
  const person = personOf(useSession()) ?? ''
  const { view: savedView } = useOpenView()
  const [own, setOwn] = useState(() => storedView(localStorage, person, list))
  const [usual] = useState(own)
  const [changed, setChanged] = useState<{ key: string; view: ListView }>()
  if (savedView) {
    const key = `${savedView.view_reference} ${savedView.version}`
    return {
      view: changed?.key === key ? changed.view : lookOf(savedView.search),
      usual,
      changeView: (view) => setChanged({ key, view }),
      savedView,
    }
  }
  const changeOwn = (view: ListView) => {
    setOwn(view)
    storeView(localStorage, person, list, view)
  }
  return { view: own, usual, changeView: changeOwn, savedView }
}
