import { access } from './access.ts'
import { dashboard } from './dashboard.ts'
import { devices } from './devices.ts'
import { landing } from './landing.ts'
import { list } from './list.ts'
import { notices } from './notices.ts'
import { payloads } from './payloads.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { trailWords } from './trail-words.ts'
import { validation } from './validation.ts'

export const messages = {
  ...access,
  ...dashboard,
  ...devices,
  ...landing,
  ...list,
  ...notices,
  ...payloads,
  ...session,
  ...shell,
  ...trailWords,
  ...validation,
}

/** Every message has an id, and every language says every message: a missing one does not compile. */
export type Messages = Record<keyof typeof messages, string>
