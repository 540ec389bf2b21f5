import { calls, type RoleDraft } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { DraftSubject } from './draft-subject.tsx'

/** Who handed a draft over, what for, and who decided on it. */
export const DraftFacts = ({ draft }: { draft: RoleDraft }) => {
  const t = useText()
  const replacement = useReplacement(draft)
  const isWithdrawn = draft.state === 'withdrawn'
  return (
    <Panel>
      <Facts
        title={t('page.role_draft')}
        facts={[
          { label: t('role_drafts.subject'), value: <DraftSubject draft={draft} /> },
          { label: t('role_drafts.kind'), value: t(`role_drafts.kind_${draft.kind}`) },
          { label: t('role_drafts.handed_over_by'), value: <Colleague author={draft.handed_over_by} /> },
          { label: t('role_drafts.handed_over_at'), value: <Moment time={draft.handed_over_at} /> },
          { label: t('role_drafts.note'), value: <bdi>{draft.note}</bdi> },
          {
            label: t(isWithdrawn ? 'role_drafts.withdrawn_by' : 'role_drafts.decided_by'),
            value: draft.decided_by && <Colleague author={draft.decided_by} />,
          },
          {
            label: t(isWithdrawn ? 'role_drafts.withdrawn_at' : 'role_drafts.decided_at'),
            value: draft.decided_at && <Moment time={draft.decided_at} />,
          },
          { label: t('role_drafts.decision_note'), value: draft.decision_note && <bdi>{draft.decision_note}</bdi> },
          {
            label: t('role_drafts.replaced_by'),
            value: replacement && (
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link {...props} to={`/dashboard/access/role-drafts/${replacement.draft_reference}`} />
                )}
              >
                {t('role_drafts.replacement')}
              </Anchor>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** What its author handed over in place of a withdrawn change of a role: both have the same time. */
const useReplacement = ({ kind, subject, state, decided_at, draft_reference }: RoleDraft): RoleDraft | undefined => {
  const filter = useMemo(() => ({ kind, subject }), [kind, subject])
  const isEnabled = kind === 'role' && state === 'withdrawn'
  const { rows } = useList({ call: calls.listRoleDrafts, filter, isEnabled })
  if (!isEnabled) return undefined
  return rows.find((other) => other.handed_over_at === decided_at && other.draft_reference !== draft_reference)
}
