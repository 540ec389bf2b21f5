import type { RoleDraft } from '@holdfast/contract'
import { text } from '../i18n/text.ts'

/** What is changed. Where that is the account, the kind of change says more than its name. */
export const titleOfDraft = ({ kind, subject }: Pick<RoleDraft, 'kind' | 'subject'>): string =>
  kind === 'default_role' || kind === 'second_person' ? text(`role_drafts.kind_${kind}`) : subject
