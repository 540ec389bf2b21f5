import { useRouter } from '@tanstack/react-router'
import { addressOf } from '../access/addresses.ts'
import { recordingScreens } from '../recordings/recording-screens.ts'
import type { Wanted } from './wanted.ts'

/** Where what was asked for is done: the recording, the list of a kind, the group, or the first screen of the navigation that the action opens. */
export const useScreenOf = (): ((wanted: Wanted) => string | null) => {
  const router = useRouter()
  return ({ action, payload, group, payload_type }) => {
    if (payload) {
      const screen = recordingScreens[payload.payload_type]
      return screen?.replace('$payload_reference', encodeURIComponent(payload.payload_reference)) ?? null
    }
    if (payload_type) return recordingScreens[payload_type]?.replace('/$payload_reference', '') ?? null
    if (group !== undefined) return action.startsWith('groups:') ? addressOf('groups', group) : null
    const opened = Object.values(router.routesById)
      .map((route) => route.options.staticData?.screen)
      .find((screen) => screen?.place && screen.actions?.includes(action))
    return opened?.path ?? null
  }
}
