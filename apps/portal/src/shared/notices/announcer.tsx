import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'

let latest = { text: '', count: 0 }
const listeners = new Set<() => void>()

/** Announces to screen readers what is otherwise only visible, such as a changed icon. */
export const announce = (text: string): void => {
  latest = { text, count: latest.count + 1 }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The live region of the page. It is there before it says anything, because screen readers ignore one that comes with its text. */
export const Announcer = () => {
  const { text, count } = useSyncExternalStore(subscribe, () => latest)
  return (
    <VisuallyHidden role="status">
      {/* With another key, the same text is said again. */}
      <span key={count}>{text}</span>
    </VisuallyHidden>
  )
}
