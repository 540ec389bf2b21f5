import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'

const KeyboardDialog = lazy(() => import('./keyboard-dialog.tsx'))

const openEvent = 'holdfast:keyboard-help'

/** Opens the list of keys from anywhere in the shell. */
export const showKeyboardHelp = (): void => {
  window.dispatchEvent(new Event(openEvent))
}

/** `?` shows the keys. */
export const KeyboardHelp = () => {
  const [openings, setOpenings] = useState(0)
  const open = () => setOpenings((count) => count + 1)
  useHotkeys([['shift+?', open]])
  useWindowEvent(openEvent as keyof WindowEventMap, open)
  if (openings === 0) return null
  return (
    <Suspense fallback={null}>
      <KeyboardDialog opening={openings} />
    </Suspense>
  )
}
