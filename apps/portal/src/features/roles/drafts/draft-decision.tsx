import { type Action, calls, type RoleDraftDetail } from '@holdfast/contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '../../../shared/access/addresses.ts'
import { titleOfDraft } from '../../../shared/access/title-of-draft.ts'
import type { ApiError } from '../../../shared/api/api-error.ts'
import { isChangedBy } from '../../../shared/forms/changed-queries.ts'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { readItemAgain } from '../../../shared/forms/use-loaded.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { failureNotice, notice } from '../../../shared/notices/notice.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { DraftApprovers } from './draft-approvers.tsx'
import { useIsOwnDraft } from './use-is-own-draft.ts'

const changes = [
  calls.listRoleDrafts,
  calls.listRoles,
  calls.listGroups,
  calls.listTags,
  calls.listApps,
  calls.listPortalUsers,
  calls.getAccountDefaults,
  calls.getAccountSettings,
]

interface DraftDecisionProps {
  draft: RoleDraftDetail
  /** Whether the reader may not grant what it adds. */
  exceedsOwn: boolean
  /** Whether what it changes was changed since, so that it can't be approved any more. */
  isOutdated: boolean
  /** What the reader would have to be allowed to decide. */
  missing: Action | null
}

/** After a refusal the page shows how the draft, and what it changes, stand now. */
const useReadAfterRefusal = (refusal: ApiError | null, draft_reference: string) => {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (refusal?.code === 'role_draft.is_decided') {
      failureNotice(refusal)
      readItemAgain(calls.getRoleDraft, { draft_reference })
    }
    if (refusal?.code === 'edit.conflict') {
      void queryClient.invalidateQueries({ predicate: isChangedBy(calls.decideRoleDraft, changes) })
    }
  }, [refusal, draft_reference, queryClient])
}

/** One's own draft: who can approve it, editing and withdrawing it. */
const OwnDraft = ({ draft, isOutdated }: Pick<DraftDecisionProps, 'draft' | 'isOutdated'>) => {
  const t = useText()
  const can = useCan()
  const { draft_reference, subject, kind, base_version } = draft
  const params = { draft_reference }
  const { save, isSaving, refusal } = useSave({
    call: calls.withdrawRoleDraft,
    changes,
    onSaved: () => {
      notice(text('role_drafts.state_withdrawn'), titleOfDraft(draft))
      // It stays, withdrawn.
      readItemAgain(calls.getRoleDraft, params)
    },
  })
  useReadAfterRefusal(refusal, draft_reference)
  return (
    <Panel title={t('role_drafts.own')}>
      <Stack>
        {!isOutdated && <DraftApprovers draft={draft} />}
        <Refusal refusal={refusal} />
        <Group>
          {kind === 'role' && (base_version === 0 || can('roles:read')) && (
            <LinkButton
              to={base_version === 0 ? '/dashboard/access/roles/create' : addressOf('roles', subject)}
              search={{ draft: draft_reference } as never}
            >
              {t('role_drafts.edit')}
            </LinkButton>
          )}
          <Button variant="default" loading={isSaving} onClick={() => save({ params })}>
            {t('role_drafts.withdraw')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

/** Approving or rejecting somebody else's draft. */
const OthersDraft = ({ draft, exceedsOwn, isOutdated }: Omit<DraftDecisionProps, 'missing'>) => {
  const t = useText()
  const [note, setNote] = useState('')
  const { draft_reference, kind } = draft
  const isOfRole = kind === 'role'
  const { save, isSaving, refusal } = useSave({
    call: calls.decideRoleDraft,
    changes,
    onSaved: ({ state }) => notice(text(`role_drafts.state_${state}`), titleOfDraft(draft)),
  })
  useReadAfterRefusal(refusal, draft_reference)
  const decide = (state: 'approved' | 'rejected') =>
    save({ params: { draft_reference }, body: { state, ...(note.trim() && { decision_note: note.trim() }) } })
  const hint = isOfRole ? 'role_drafts.decide_hint' : 'role_drafts.decide_other_hint'
  return (
    <Panel title={t('role_drafts.decide')}>
      <Stack>
        {!isOutdated && <Text size="sm">{t(exceedsOwn ? 'role_drafts.exceeds_own' : hint)}</Text>}
        {!isOutdated && exceedsOwn && <DraftApprovers draft={draft} exceedsOwn />}
        <Textarea
          label={t('role_drafts.decision_note_optional')}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Refusal refusal={refusal} />
        <Group>
          <Button loading={isSaving} disabled={exceedsOwn || isOutdated} onClick={() => decide('approved')}>
            {t(isOfRole ? 'role_drafts.approve' : 'role_drafts.approve_other')}
          </Button>
          <Button variant="default" loading={isSaving} onClick={() => decide('rejected')}>
            {t('role_drafts.reject')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

/** Approving or rejecting a draft of somebody else; withdrawing one's own. */
export const DraftDecision = ({ draft, exceedsOwn, isOutdated, missing }: DraftDecisionProps) => {
  const t = useText()
  const isOwn = useIsOwnDraft(draft)
  if (isOwn) return <OwnDraft draft={draft} isOutdated={isOutdated} />
  if (!missing) return <OthersDraft draft={draft} exceedsOwn={exceedsOwn} isOutdated={isOutdated} />
  return (
    <Panel title={t('role_drafts.decide')}>
      <Stack>
        <Text size="sm">{t('role_drafts.missing', { action: t(`action.${missing}`) })}</Text>
        {!isOutdated && <DraftApprovers draft={draft} />}
      </Stack>
    </Panel>
  )
}
