import { createContext, type RefObject } from 'react'

/** What a screen shows of a thing that others change as well. */
interface ShownThing {
  /** The version that its form is based on. What was loaded since may be newer, and was not seen. */
  readonly version: RefObject<number | undefined>
  /** Reads the thing again, and begins its screen anew with that. */
  readonly showLatest: () => void
}

/** Null outside of a screen that shows one thing. */
export const ShownThing = createContext<ShownThing | null>(null)
