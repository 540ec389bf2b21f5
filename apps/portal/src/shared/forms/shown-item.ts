import { createContext, type RefObject } from 'react'

/** The version of an item that a screen shows. */
interface ShownItem {
  /** The version that the form is based on. The query cache may hold a newer one that the person has not seen. */
  readonly version: RefObject<number | undefined>
  /** Reads the item again and starts its screen anew. */
  readonly showLatest: () => void
}

/** `null` outside of a screen that shows one item. */
export const ShownItem = createContext<ShownItem | null>(null)
