import type { RoleDraft } from '@holdfast/contract'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** Who handed a draft over, what for, and who decided on it. */
export const DraftFacts = ({ draft }: { draft: RoleDraft }) => {
  const t = useText()
  return (
    <Panel>
      <Facts
        title={t('page.role_draft')}
        facts={[
          { label: t('role_drafts.kind'), value: t(`role_drafts.kind_${draft.kind}`) },
          { label: t('role_drafts.handed_over_by'), value: <Colleague author={draft.handed_over_by} /> },
          { label: t('role_drafts.handed_over_at'), value: <Moment time={draft.handed_over_at} /> },
          { label: t('role_drafts.note'), value: <bdi>{draft.note}</bdi> },
          { label: t('role_drafts.decided_by'), value: draft.decided_by && <Colleague author={draft.decided_by} /> },
          { label: t('role_drafts.decided_at'), value: draft.decided_at && <Moment time={draft.decided_at} /> },
          { label: t('role_drafts.decision_note'), value: draft.decision_note && <bdi>{draft.decision_note}</bdi> },
        ]}
      />
    </Panel>
  )
}
