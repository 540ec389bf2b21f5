import { createContext, type RefObject } from 'react'

/** Whether the thing of this screen was deleted: what its form still holds is not to be saved. null: not such a screen. */
export const DeletedContext = createContext<RefObject<boolean> | null>(null)
