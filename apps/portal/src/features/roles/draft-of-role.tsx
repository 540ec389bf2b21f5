import { calls, type Role, type RoleDraftDetail, type RoleFields } from '@holdfast/contract'
import { Alert, Text } from '@mantine/core'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DraftDecision } from './draft-decision.tsx'
import { DraftFacts } from './draft-facts.tsx'
import { RoleDifferenceText } from './role-difference-text.tsx'
import { RoleMeaning } from './role-meaning.tsx'
import { RolePreviewPanel } from './role-preview-panel.tsx'
import { valuesOfRole } from './role-values.ts'
import { useRolePreview } from './use-role-preview.ts'

interface DraftOfRoleProps {
  draft: RoleDraftDetail
  role: RoleFields
}

/** What it changes, what it would give to whom, and the decision. */
const Waiting = ({ draft, role, stored }: DraftOfRoleProps & { stored: Role | null }) => {
  const t = useText()
  const can = useCan()
  const { preview, isStale } = useRolePreview(draft.subject, role, stored?.version ?? 0)
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
              <RoleDifferenceText before={stored} after={role} />
            )}
          </Panel>
          <DraftFacts draft={draft} />
          <DraftDecision
            draft={draft}
            exceedsOwn={preview?.exceeds_own != null}
            missing={can('roles:write') ? null : 'roles:write'}
          />
        </>
      }
      side={
        <>
          <RoleMeaning values={valuesOfRole({ ...role, role_reference: draft.subject })} />
          <RolePreviewPanel preview={preview} isStale={isStale} isChange />
        </>
      }
    />
  )
}

/** A change of a role that somebody handed over. */
export const DraftOfRole = ({ draft, role }: DraftOfRoleProps) => {
  const isWaiting = draft.state === 'waiting'
  const isCompared = isWaiting && draft.base_version > 0
  const stored = useLoaded(calls.getRole, isCompared ? { role_reference: draft.subject } : null)
  if (isCompared && !stored.isFetched) return <PageSkeleton />
  if (isWaiting) return <Waiting draft={draft} role={role} stored={stored.data ?? null} />
  return (
    <DetailColumns
      main={<DraftFacts draft={draft} />}
      side={<RoleMeaning values={valuesOfRole({ ...role, role_reference: draft.subject })} />}
    />
  )
}
