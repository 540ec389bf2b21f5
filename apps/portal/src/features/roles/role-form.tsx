import { calls, type Role } from '@holdfast/contract'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { acceptOnEnter } from '../../shared/forms/accept-on-enter.ts'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { LimitsInput } from './limits-input.tsx'
import { PermissionsInput } from './permissions-input.tsx'
import { RolePreviewPanel } from './role-preview-panel.tsx'
import { fieldsOfRole } from './role-values.ts'
import { textsOfRole } from './role-words.ts'
import { TestCasesInput } from './test-cases-input.tsx'
import { useRoleForm } from './use-role-form.ts'
import { matchesIn, useRolePreview } from './use-role-preview.ts'

/** The role editor, with a live preview of what the role gives. */
export const RoleForm = ({ role }: { role: Role | null }) => {
  const t = useText()
  const edit = useRoleForm(role)
  const { form } = edit
  const { values } = form
  const { preview, isStale } = useRolePreview(role?.role_reference ?? 'new role', fieldsOfRole(values))
  return (
    <form onSubmit={form.onSubmit(() => edit.save())} onKeyDown={acceptOnEnter} noValidate>
      <DetailColumns
        main={
          <>
            <Panel>
              <Stack>
                {!role && (
                  <TextInput
                    label={t('roles.reference')}
                    description={t('roles.reference_hint')}
                    withAsterisk
                    data-autofocus
                    {...form.getInputProps('role_reference')}
                  />
                )}
                <Textarea
                  label={t('roles.description')}
                  autosize
                  maxLength={1000}
                  {...form.getInputProps('description')}
                />
              </Stack>
            </Panel>
            <Panel title={t('roles.permissions_title')}>
              <PermissionsInput
                permissions={values.permissions}
                errors={form.errors}
                matchOf={matchesIn(preview)}
                onChange={(permissions) => form.setFieldValue('permissions', permissions)}
              />
            </Panel>
            <Panel title={t('roles.limits')}>
              <LimitsInput
                value={values}
                kindsError={form.errors.payload_types}
                cidrError={form.errors.cidr_ranges}
                onChange={(limits) => form.setValues(limits)}
              />
            </Panel>
            <Panel title={t('roles.tests')}>
              <Stack>
                <Text size="sm" c="dimmed">
                  {t('roles.tests_hint')}
                </Text>
                <TestCasesInput
                  cases={values.test_cases}
                  results={isStale ? undefined : preview?.test_results}
                  onChange={(cases) => form.setFieldValue('test_cases', cases)}
                />
              </Stack>
            </Panel>
            <EditEnd edit={edit} textsOf={textsOfRole} />
            {role && (
              <DeletePanel
                noun="roles"
                name={role.role_reference}
                call={calls.deleteRole}
                changes={[calls.listRoles]}
                input={{ params: { role_reference: role.role_reference } }}
              />
            )}
          </>
        }
        side={<RolePreviewPanel preview={preview} isStale={isStale} />}
      />
    </form>
  )
}
