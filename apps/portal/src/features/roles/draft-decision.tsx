import { type Action, calls, type RoleDraftDetail } from '@holdfast/contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { addressOf } from '../../shared/access/addresses.ts'
import { titleOfDraft } from '../../shared/access/title-of-draft.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { readItemAgain } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { failureNotice, notice } from '../../shared/notices/notice.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DraftApprovers } from './draft-approvers.tsx'

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

/** Approving or rejecting a draft of somebody else; withdrawing one's own. */
export const DraftDecision = ({ draft, exceedsOwn, isOutdated, missing }: DraftDecisionProps) => {
  const t = useText()
  const { profile } = useProfile()
  const [note, setNote] = useState('')
  const { draft_reference, subject, handed_over_by } = draft
  const isOfRole = draft.kind === 'role'
  const params = { draft_reference }
  const deciding = useSave({
    call: calls.decideRoleDraft,
    changes,
    onSaved: ({ state }) => notice(text(`role_drafts.state_${state}`), titleOfDraft(draft)),
  })
  const withdrawing = useSave({
    call: calls.withdrawRoleDraft,
    changes,
    onSaved: () => {
      notice(text('role_drafts.state_withdrawn'), titleOfDraft(draft))
      // It stays, withdrawn.
      readItemAgain(calls.getRoleDraft, { draft_reference })
    },
  })
  const refusal = deciding.refusal ?? withdrawing.refusal
  useEffect(() => {
    if (refusal?.code !== 'role_draft.is_decided') return
    failureNotice(refusal)
    readItemAgain(calls.getRoleDraft, { draft_reference })
  }, [refusal, draft_reference])
  if (profile?.user_reference === handed_over_by) {
    return (
      <Panel title={t('role_drafts.own')}>
        <Stack>
          {!isOutdated && <DraftApprovers draft={draft} />}
          <Refusal refusal={refusal} />
          <Group>
            {isOfRole && (
              <LinkButton
                to={draft.base_version === 0 ? '/dashboard/access/roles/create' : addressOf('roles', subject)}
                search={{ draft: draft_reference } as never}
              >
                {t('role_drafts.edit')}
              </LinkButton>
            )}
            <Button variant="default" loading={withdrawing.isSaving} onClick={() => withdrawing.save({ params })}>
              {t('role_drafts.withdraw')}
            </Button>
          </Group>
        </Stack>
      </Panel>
    )
  }
  if (missing) {
    return (
      <Panel title={t('role_drafts.decide')}>
        <Stack>
          <Text size="sm">{t('role_drafts.missing', { action: t(`action.${missing}`) })}</Text>
          {!isOutdated && <DraftApprovers draft={draft} />}
        </Stack>
      </Panel>
    )
  }
  const decide = (state: 'approved' | 'rejected') =>
    deciding.save({ params, body: { state, ...(note.trim() && { decision_note: note.trim() }) } })
  return (
    <Panel title={t('role_drafts.decide')}>
      <Stack>
        {!isOutdated && (
          <Text size="sm">
            {t(
              exceedsOwn
                ? 'role_drafts.exceeds_own'
                : isOfRole
                  ? 'role_drafts.decide_hint'
                  : 'role_drafts.decide_other_hint',
            )}
          </Text>
        )}
        {exceedsOwn && !isOutdated && <DraftApprovers draft={draft} />}
        <Textarea
          label={t('role_drafts.decision_note_optional')}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Refusal refusal={refusal} />
        <Group>
          <Button loading={deciding.isSaving} disabled={exceedsOwn || isOutdated} onClick={() => decide('approved')}>
            {t(isOfRole ? 'role_drafts.approve' : 'role_drafts.approve_other')}
          </Button>
          <Button variant="default" loading={deciding.isSaving} onClick={() => decide('rejected')}>
            {t('role_drafts.reject')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
