import { useSyncExternalStore } from 'react'
import { session } from '../api/client.ts'
import type { SessionState } from './session-state.ts'

/** The session of this tab. Re-renders when it changes. */
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)
