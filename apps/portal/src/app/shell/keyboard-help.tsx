import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { fetchPart } from '../../shared/ui/fetch-part.ts'

const loadDialog = () => import('./keyboard-dialog.tsx')
const KeyboardDialog = lazy(loadDialog)

const openEvent = 'holdfast:keyboard-help'

/** Opens the list of keys from anywhere in the shell. */
export const showKeyboardHelp = (): void => {
  window.dispatchEvent(new Event(openEvent))
}

/** `?` shows the keys. */
export const KeyboardHelp = () => {
  const [openings, setOpenings] = useState(0)
  const open = async () => {
    if (await fetchPart(loadDialog)) setOpenings((count) => count + 1)
  }
  useHotkeys([['shift+?', () => void open()]])
  useWindowEvent(openEvent as keyof WindowEventMap, () => void open())
  if (openings === 0) return null
  return (
    <Suspense fallback={null}>
      <KeyboardDialog opening={openings} />
    </Suspense>
  )
}
