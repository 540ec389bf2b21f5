import { calls } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { GrantNotice } from '../../shared/access/grant-notice.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { WaitingChanges } from '../../shared/access/waiting-changes.tsx'
import { trailOf } from '../../shared/activities/trail-of.ts'
import { errorInstead } from '../../shared/api/api-error.ts'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RoleForm } from './editor/role-form.tsx'
import { RoleInWords } from './role-in-words.tsx'

export const prefetch = prefetchLoaded(calls.getRole)

/** One role, or the form for a new one, which may begin as a copy. System roles are read-only. */
export default function RolePage() {
  const t = useText()
  const can = useCan()
  const { copy_of, draft: draft_reference } = useSearch({ strict: false }) as { copy_of?: string; draft?: string }
  const {
    data: copied,
    error,
    refetch,
  } = useLoaded(calls.getRole, copy_of === undefined ? null : { role_reference: copy_of })
  const { data: draft, ...draftRead } = useLoaded(
    calls.getRoleDraft,
    draft_reference === undefined ? null : { draft_reference },
  )
  useGranting('roles') // fetched at the same time as the role
  const failure = copy_of !== undefined && errorInstead(error, copied)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  const draftFailure = draft_reference !== undefined && errorInstead(draftRead.error, draft)
  if (draftFailure) return <ErrorState isScreen error={draftFailure} onRetry={() => void draftRead.refetch()} />
  return (
    <RecordPage
      call={calls.getRole}
      param="role_reference"
      action="roles:write"
      isWaiting={
        (copy_of !== undefined && copied === undefined) || (draft_reference !== undefined && draft === undefined)
      }
    >
      {(role, isReadOnly) => (
        <>
          <PageHeader title={role?.role_reference ?? t('roles.new')}>
            {role?.is_system && <Badge tone="info">{t('roles.system')}</Badge>}
            {role && can('audit:read') && (
              <LinkButton
                variant="default"
                to="/dashboard/account/audit"
                search={trailOf({ kind: 'role', reference: role.role_reference }).search as never}
              >
                {t('activities.on_trail')}
              </LinkButton>
            )}
            {role && can('roles:write') && (
              <LinkButton
                variant="default"
                to="/dashboard/access/roles/create"
                search={{ copy_of: role.role_reference } as never}
              >
                {t('roles.duplicate')}
              </LinkButton>
            )}
          </PageHeader>
          {role && !draft && <WaitingChanges kind="role" subject={role.role_reference} mb="md" />}
          {role?.is_system && (
            <Alert mb="md" icon={<IconInfoCircle />}>
              {t('roles.system_hint')}
            </Alert>
          )}
          {role && (isReadOnly || role.is_system) ? (
            <RoleInWords role={role} />
          ) : (
            <GrantNotice edited="roles">
              <RoleForm key={copy_of ?? draft_reference} role={role} copied={copied} draft={draft} />
            </GrantNotice>
          )}
        </>
      )}
    </RecordPage>
  )
}
