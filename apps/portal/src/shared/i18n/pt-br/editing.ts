import type { messages as source } from '../en-gb/editing.ts'
import { accountForms } from './account-forms.ts'
import { actions } from './actions.ts'
import { explanations } from './explanations.ts'
import { forms } from './forms.ts'
import { groupForms } from './group-forms.ts'
import { providerForms } from './provider-forms.ts'
import { roleForms } from './role-forms.ts'
import { supportForms } from './support-forms.ts'

export const messages: Record<keyof typeof source, string> = {
  ...accountForms,
  ...actions,
  ...explanations,
  ...forms,
  ...groupForms,
  ...providerForms,
  ...roleForms,
  ...supportForms,
}
