import { access } from './access.ts'
import { accountForms } from './account-forms.ts'
import { actions } from './actions.ts'
import { dashboard } from './dashboard.ts'
import { devices } from './devices.ts'
import { explanations } from './explanations.ts'
import { forms } from './forms.ts'
import { groupForms } from './group-forms.ts'
import { landing } from './landing.ts'
import { list } from './list.ts'
import { notices } from './notices.ts'
import { payloads } from './payloads.ts'
import { providerForms } from './provider-forms.ts'
import { roleForms } from './role-forms.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { supportForms } from './support-forms.ts'
import { trailWords } from './trail-words.ts'
import { validation } from './validation.ts'

export const messages = {
  ...access,
  ...actions,
  ...dashboard,
  ...devices,
  ...forms,
  ...groupForms,
  ...landing,
  ...list,
  ...notices,
  ...payloads,
  ...roleForms,
  ...session,
  ...shell,
  ...supportForms,
  ...explanations,
  ...providerForms,
  ...accountForms,
  ...trailWords,
  ...validation,
}

/** Every message has an id, and every language says every message: a missing one does not compile. */
export type MessageId = keyof typeof messages
export type Messages = Record<MessageId, string>
