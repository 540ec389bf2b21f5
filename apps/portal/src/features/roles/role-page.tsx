import { calls } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { GrantNotice } from '../../shared/access/grant-notice.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RoleForm } from './role-form.tsx'
import { RoleInWords } from './role-in-words.tsx'

export const prefetch = prefetchLoaded(calls.getRole)

/** One role, or the form for a new one. System roles are read-only. */
export default function RolePage() {
  const t = useText()
  useGranting('roles') // fetched at the same time as the role
  return (
    <RecordPage call={calls.getRole} param="role_reference" action="roles:write">
      {(role, isReadOnly) => (
        <>
          <PageHeader title={role?.role_reference ?? t('roles.new')}>
            {role?.is_system && <Badge tone="info">{t('roles.system')}</Badge>}
          </PageHeader>
          {role?.is_system && (
            <Alert mb="md" icon={<IconInfoCircle />}>
              {t('roles.system_hint')}
            </Alert>
          )}
          {role && (isReadOnly || role.is_system) ? (
            <RoleInWords role={role} />
          ) : (
            <GrantNotice edited="roles">
              <RoleForm role={role} />
            </GrantNotice>
          )}
        </>
      )}
    </RecordPage>
  )
}
