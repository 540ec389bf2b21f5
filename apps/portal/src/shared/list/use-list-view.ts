import { useState } from 'react'
import { personOf } from '../session/session-state.ts'
import { useSession } from '../session/use-session.ts'
import { type ListView, storedView, storeView } from './list-view.ts'

/** The person's view of a list, and a function to change it. */
export const useListView = (list: string): [view: ListView, change: (view: ListView) => void] => {
  const person = personOf(useSession()) ?? ''
  const [view, setView] = useState(() => storedView(localStorage, person, list))
  return [
    view,
    (next) => {
      setView(next)
      storeView(localStorage, person, list, next)
    },
  ]
}
