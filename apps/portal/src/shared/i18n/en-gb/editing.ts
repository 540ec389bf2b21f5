import { accountForms } from './account-forms.ts'
import { actions } from './actions.ts'
import { explanations } from './explanations.ts'
import { forms } from './forms.ts'
import { groupForms } from './group-forms.ts'
import { providerForms } from './provider-forms.ts'
import { roleForms } from './role-forms.ts'
import { supportForms } from './support-forms.ts'

/** What only the screens say that edit access, accounts and support: fetched with the first of them. */
export const messages = {
  ...accountForms,
  ...actions,
  ...explanations,
  ...forms,
  ...groupForms,
  ...providerForms,
  ...roleForms,
  ...supportForms,
}
