import { calls, type Role, type RoleDraftDetail } from '@holdfast/contract'
import { Alert, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DraftDecision } from './draft-decision.tsx'
import { DraftState } from './draft-state.tsx'
import { RoleDifferenceText } from './role-difference-text.tsx'
import { RoleMeaning } from './role-meaning.tsx'
import { RolePreviewPanel } from './role-preview-panel.tsx'
import { valuesOfRole } from './role-values.ts'
import { useRolePreview } from './use-role-preview.ts'

const DraftFacts = ({ draft }: { draft: RoleDraftDetail }) => {
  const t = useText()
  return (
    <Panel>
      <Facts
        title={t('page.role_draft')}
        facts={[
          { label: t('role_drafts.handed_over_by'), value: draft.handed_over_by },
          { label: t('role_drafts.handed_over_at'), value: <Moment time={draft.handed_over_at} /> },
          { label: t('role_drafts.note'), value: <bdi>{draft.note}</bdi> },
          { label: t('role_drafts.decided_by'), value: draft.decided_by },
          { label: t('role_drafts.decided_at'), value: draft.decided_at && <Moment time={draft.decided_at} /> },
          { label: t('role_drafts.decision_note'), value: draft.decision_note },
        ]}
      />
    </Panel>
  )
}

/** A draft that waits: what it changes, what it would give to whom, and the decision. */
const Waiting = ({ draft, stored }: { draft: RoleDraftDetail; stored: Role | null }) => {
  const t = useText()
  const can = useCan()
  const { preview, isStale } = useRolePreview(draft.role_reference, draft.role, stored?.version ?? 0)
  const isOutdated = (stored?.version ?? 0) !== draft.base_version
  return (
    <DetailColumns
      main={
        <>
          {isOutdated && <Alert color="yellow">{t('role_drafts.outdated')}</Alert>}
          <Panel title={t('role_drafts.changes')}>
            {draft.base_version === 0 ? (
              <Text size="sm">{t('role_drafts.new_role')}</Text>
            ) : (
              <RoleDifferenceText before={stored} after={draft.role} />
            )}
          </Panel>
          <DraftFacts draft={draft} />
          {can('roles:write') && <DraftDecision draft={draft} exceedsOwn={preview?.exceeds_own != null} />}
        </>
      }
      side={
        <>
          <RoleMeaning values={valuesOfRole({ ...draft.role, role_reference: draft.role_reference })} />
          <RolePreviewPanel preview={preview} isStale={isStale} isChange />
        </>
      }
    />
  )
}

export const prefetch = prefetchLoaded(calls.getRoleDraft)

/** A change of a role that somebody handed over. */
export default function RoleDraftPage() {
  const { draft_reference = '' } = useParams({ strict: false }) as { draft_reference?: string }
  const { data: draft, error, refetch } = useLoaded(calls.getRoleDraft, { draft_reference })
  const isWaiting = draft?.state === 'waiting'
  const role = useLoaded(
    calls.getRole,
    isWaiting && draft.base_version > 0 ? { role_reference: draft.role_reference } : null,
  )
  const failure = errorInstead(error, draft)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  const isRoleKnown = !isWaiting || draft.base_version === 0 || role.isFetched
  if (!draft || !isRoleKnown) return <PageSkeleton />
  return (
    <>
      <PageHeader title={draft.role_reference}>
        <DraftState state={draft.state} />
      </PageHeader>
      {isWaiting ? (
        <Waiting draft={draft} stored={role.data ?? null} />
      ) : (
        <DetailColumns
          main={<DraftFacts draft={draft} />}
          side={<RoleMeaning values={valuesOfRole({ ...draft.role, role_reference: draft.role_reference })} />}
        />
      )}
    </>
  )
}
