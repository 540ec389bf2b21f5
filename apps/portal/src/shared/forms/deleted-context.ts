import { createContext, type RefObject } from 'react'

/** Whether the item of this screen was deleted, so that its form has nothing left to save. `null` on other screens. */
export const DeletedContext = createContext<RefObject<boolean> | null>(null)
