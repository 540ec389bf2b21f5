import type { RoleDraft } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { useIsOwnDraft } from './use-is-own-draft.ts'

/** A waiting change that can't be approved any more, and what its reader can do about that. */
export const OutdatedNote = ({ draft }: { draft: RoleDraft }) => {
  const t = useText()
  const isOwn = useIsOwnDraft(draft)
  const isOfRole = draft.kind === 'role'
  const ofAuthor = isOfRole ? 'role_drafts.outdated_own_role' : 'role_drafts.outdated_own'
  return (
    <Alert color="yellow">
      {t(isOfRole ? 'role_drafts.outdated' : 'role_drafts.outdated_other')}{' '}
      {t(isOwn ? ofAuthor : 'role_drafts.outdated_of_author')}
    </Alert>
  )
}
