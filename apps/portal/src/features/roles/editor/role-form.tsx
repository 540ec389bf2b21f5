import type { Role, RoleDraftDetail, RolePreview, RoleVersion } from '@holdfast/contract'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { newCondition } from '../../../shared/access/permission-values.ts'
import { acceptOnEnter } from '../../../shared/forms/accept-on-enter.ts'
import { useFirstField } from '../../../shared/forms/use-first-field.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { DetailColumns } from '../../../shared/ui/detail-columns.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { withMatrixOf } from '../grants/edit-grants.ts'
import { fieldsOfRole, valuesOfRole, writtenScope } from '../grants/role-values.ts'
import { FormerVersionNote } from '../history/former-version-note.tsx'
import { MatrixInput } from '../matrix/matrix-input.tsx'
import { RoleMeaning } from '../preview/role-meaning.tsx'
import { MembersPanel, RolePreviewPanel } from '../preview/role-preview-panel.tsx'
import { matchesIn, useRolePreview } from '../preview/use-role-preview.ts'
import { FurtherRules } from './further-rules.tsx'
import { LimitsInput } from './limits-input.tsx'
import { RoleFormEnd } from './role-form-end.tsx'
import { alertsOf, offeredActionsOf, roleTemplates, type TemplateName } from './role-templates.ts'
import { ScopeInput } from './scope-input.tsx'
import { TemplateInput } from './template-input.tsx'
import { TestCasesInput } from './test-cases-input.tsx'
import { useRoleForm } from './use-role-form.ts'

interface RoleFormProps {
  role: Role | null
  /** The role whose copy is the beginning of a new one. */
  copied?: Role | undefined
  /** A change that the person handed over and edits. */
  draft?: RoleDraftDetail | undefined
}

/** The role editor, with what the role means in sentences and a live preview of what it gives. */
export const RoleForm = ({ role, copied, draft }: RoleFormProps) => {
  const t = useText()
  const edit = useRoleForm(role, copied)
  const { form } = edit
  const ref = useFirstField()
  const { values, errors } = form
  const drafted = fieldsOfRole({ ...values, scope: writtenScope(values.scope) })
  const { preview, isStale } = useRolePreview(role?.role_reference ?? 'new role', drafted, role?.version ?? 0)
  const [former, setFormer] = useState<RoleVersion>()
  const takeDraft = useEffectEvent(() => {
    if (draft?.role) form.setValues(valuesOfRole({ ...draft.role, role_reference: draft.subject }))
  })
  useEffect(() => takeDraft(), [])
  return (
    <form ref={ref} onSubmit={form.onSubmit(() => edit.save(), edit.focusInvalid)} onKeyDown={acceptOnEnter} noValidate>
      {role && former && edit.isUnsaved() && (
        <FormerVersionNote
          key={former.version}
          version={former.version}
          onKeep={() => form.setValues(valuesOfRole(role))}
        />
      )}
      <DetailColumns
        main={
          <>
            {!role && !copied && !draft && <TemplatesPanel form={form} />}
            <NamePanel form={form} isNew={!role} />
            <GrantsPanels form={form} reach={isStale ? undefined : preview?.reach} />
            <FurtherRules
              grants={values}
              errors={errors}
              matchOf={matchesIn(preview)}
              onRules={(rules) => form.setFieldValue('rules', rules)}
            />
            <Panel title={t('roles.limits')}>
              <LimitsInput
                value={values}
                cidrError={errors.cidr_ranges}
                reach={isStale ? undefined : preview?.reach}
                onChange={(limits) => form.setValues(limits)}
              />
            </Panel>
            <TestsPanel
              cases={values.test_cases}
              results={isStale ? undefined : preview?.test_results}
              onChange={(cases) => form.setFieldValue('test_cases', cases)}
            />
            {preview && edit.isUnsaved() && (
              <MembersPanel preview={preview} isStale={isStale} isChange role_reference={role?.role_reference} />
            )}
            <RoleFormEnd
              role={role}
              edit={edit}
              exceedsOwn={preview?.exceeds_own != null}
              draft={draft}
              onGoBack={(version) => {
                form.setValues(valuesOfRole(version))
                setFormer(version)
              }}
            />
          </>
        }
        side={
          <>
            <RoleMeaning values={values} />
            <RolePreviewPanel
              preview={preview}
              isStale={isStale}
              isChange={edit.isUnsaved()}
              role_reference={role?.role_reference}
            />
          </>
        }
      />
    </form>
  )
}

type Form = ReturnType<typeof useRoleForm>['form']

/** What a new role can begin with. */
const TemplatesPanel = ({ form }: { form: Form }) => {
  const t = useText()
  const choose = (name: TemplateName) => {
    const { isOfGroups } = roleTemplates[name]
    form.setValues({
      rules: withMatrixOf(form.values, offeredActionsOf(name)),
      scope: isOfGroups ? (form.values.scope ?? [[newCondition()]]) : null,
      alert_permissions: alertsOf(name),
    })
  }
  return (
    <Panel title={t('roles.templates')}>
      <TemplateInput onChoose={choose} />
    </Panel>
  )
}

/** The name of a new role, and the description. */
const NamePanel = ({ form, isNew }: { form: Form; isNew: boolean }) => {
  const t = useText()
  return (
    <Panel>
      <Stack>
        {isNew && (
          <TextInput
            label={t('roles.reference')}
            description={t('roles.reference_hint')}
            withAsterisk
            data-autofocus
            {...form.getInputProps('role_reference')}
          />
        )}
        <Textarea label={t('roles.description')} maxLength={1000} {...form.getInputProps('description')} />
      </Stack>
    </Panel>
  )
}

/** The groups of a role, and what it allows there. */
const GrantsPanels = ({ form, reach }: { form: Form; reach: RolePreview['reach'] | undefined }) => {
  const t = useText()
  const { values, errors } = form
  return (
    <>
      <Panel title={t('roles.scope')}>
        <ScopeInput
          scope={values.scope}
          error={errors.scope}
          onChange={(scope) => form.setFieldValue('scope', scope)}
        />
      </Panel>
      <Panel title={t('roles.matrix')}>
        <MatrixInput
          grants={values}
          kinds={values.payload_types}
          kindsError={errors.payload_types}
          error={errors.rules ?? errors.permissions}
          reach={reach}
          onRules={(rules) => form.setFieldValue('rules', rules)}
          onKinds={(kinds) => form.setFieldValue('payload_types', kinds)}
        />
      </Panel>
    </>
  )
}

const TestsPanel = (props: ComponentProps<typeof TestCasesInput>) => {
  const t = useText()
  return (
    <Panel title={t('roles.tests')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('roles.tests_hint')}
        </Text>
        <TestCasesInput {...props} />
      </Stack>
    </Panel>
  )
}
