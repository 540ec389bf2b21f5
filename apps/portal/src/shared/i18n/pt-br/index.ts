import type { Messages } from '../en-gb/index.ts'
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

export { refusals } from './refusals.ts'

export const messages: Messages = {
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
