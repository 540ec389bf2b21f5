import { calls, type Role, type RoleDraftDetail, type RoleFields } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { DetailColumns } from '../../../shared/ui/detail-columns.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { valuesOfRole } from '../grants/role-values.ts'
import { RoleDifferenceText } from '../preview/role-difference-text.tsx'
import { RoleMeaning } from '../preview/role-meaning.tsx'
import { MembersPanel, RolePreviewPanel } from '../preview/role-preview-panel.tsx'
import { useRolePreview } from '../preview/use-role-preview.ts'
import { DraftDecision } from './draft-decision.tsx'
import { DraftFacts } from './draft-facts.tsx'
import { OutdatedNote } from './outdated-note.tsx'
import { useShownImpact } from './use-is-own-draft.ts'

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
  const shown = useShownImpact(draft, preview)
  return (
    <DetailColumns
      main={
        <>
          {isOutdated && <OutdatedNote draft={draft} />}
          <Panel title={t('role_drafts.changes')}>
            {draft.base_version === 0 ? (
              <Text size="sm">{t('role_drafts.new_role')}</Text>
            ) : (
              <RoleDifferenceText before={stored} after={role} />
            )}
          </Panel>
          <RoleMeaning values={valuesOfRole({ ...role, role_reference: draft.subject })} />
          {shown && <MembersPanel preview={shown} isStale={isStale} isChange />}
          <DraftDecision
            draft={draft}
            exceedsOwn={preview?.exceeds_own != null}
            isOutdated={isOutdated}
            missing={can('roles:write') ? null : 'roles:write'}
          />
        </>
      }
      side={
        <>
          <DraftFacts draft={draft} />
          <RolePreviewPanel preview={shown} isStale={isStale} isChange />
        </>
      }
    />
  )
}

interface DecidedProps extends DraftOfRoleProps {
  /** The role as the draft changes it; `undefined` if it is no longer known. */
  before: RoleFields | undefined
}

/** What it changed, and what was decided. */
const Decided = ({ draft, role, before }: DecidedProps) => {
  const t = useText()
  const isNew = draft.base_version === 0
  return (
    <DetailColumns
      main={
        <>
          {(isNew || before) && (
            <Panel title={t('role_drafts.changes')}>
              {before ? (
                <RoleDifferenceText before={before} after={role} />
              ) : (
                <Text size="sm">{t('role_drafts.new_role')}</Text>
              )}
            </Panel>
          )}
          <RoleMeaning values={valuesOfRole({ ...role, role_reference: draft.subject })} />
        </>
      }
      side={<DraftFacts draft={draft} />}
    />
  )
}

/** For its author, who may not see roles. */
const OfAuthor = ({ draft, role }: DraftOfRoleProps) => (
  <DetailColumns
    main={
      <>
        <RoleMeaning values={valuesOfRole({ ...role, role_reference: draft.subject })} />
        {draft.state === 'waiting' && (
          <DraftDecision draft={draft} exceedsOwn={false} isOutdated={false} missing={null} />
        )}
      </>
    }
    side={<DraftFacts draft={draft} />}
  />
)

const noFilter = {}
const mostVersions = 100

/** A change of a role that somebody handed over. */
export const DraftOfRole = ({ draft, role }: DraftOfRoleProps) => {
  const maySeeRoles = useCan()('roles:read')
  const isWaiting = draft.state === 'waiting'
  const isChange = maySeeRoles && draft.base_version > 0
  const params = { role_reference: draft.subject }
  const stored = useLoaded(calls.getRole, isChange ? params : null)
  const former = useList({
    call: calls.listRoleVersions,
    params,
    filter: noFilter,
    pageRows: mostVersions,
    isEnabled: isChange && !isWaiting,
  })
  if (!maySeeRoles) return <OfAuthor draft={draft} role={role} />
  if (isChange && !stored.isFetched) return <PageSkeleton />
  if (isWaiting) return <Waiting draft={draft} role={role} stored={stored.data ?? null} />
  // If the role was deleted and made again, its version numbers began again too.
  const before = [...(stored.data ? [stored.data] : []), ...former.rows].find(
    ({ version, updated_at }) => version === draft.base_version && updated_at <= draft.handed_over_at,
  )
  return <Decided draft={draft} role={role} before={before} />
}
