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
  ...accountForms,
  ...actions,
  ...dashboard,
  ...devices,
  ...explanations,
  ...forms,
  ...groupForms,
  ...landing,
  ...list,
  ...notices,
  ...payloads,
  ...providerForms,
  ...roleForms,
  ...session,
  ...shell,
  ...supportForms,
  ...trailWords,
  ...validation,
}

/** Every language has every message: a missing one does not compile. */
export type Messages = Record<keyof typeof messages, string>
