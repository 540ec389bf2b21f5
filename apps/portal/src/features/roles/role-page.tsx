import { calls } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { GrantNotice } from '../../shared/access/grant-notice.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { FormPage } from '../../shared/forms/form-page.tsx'
import { prefetchLoaded, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RoleForm } from './role-form.tsx'
import { RoleInWords } from './role-in-words.tsx'

export const prefetch = prefetchLoaded(calls.getRole)

/** One role, or the form for a new one. System roles are read-only. */
export default function RolePage() {
  const t = useText()
  const { role_reference: reference } = useParams({ strict: false })
  const loaded = useLoaded(calls.getRole, reference === undefined ? null : { role_reference: reference })
  useGranting('roles') // fetched at the same time as the role
  return (
    <FormPage reference={reference} loaded={loaded} action="roles:write">
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
    </FormPage>
  )
}
