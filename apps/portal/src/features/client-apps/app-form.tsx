import {
  CidrRange,
  type ClientAppConfiguration,
  ClientAppReference,
  calls,
  JwksUri,
  OidcAudience,
  OidcIssuer,
} from '@holdfast/contract'
import { Autocomplete, Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useGroupNames, useRoleNames } from '../../shared/access/use-role-names.ts'
import { EditConflict } from '../../shared/forms/edit-conflict.tsx'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { NetworksInput } from '../../shared/forms/networks-input.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useLatest } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { type AppValues, differencesOfApps, fieldsOfApp, valuesOfApp } from './app-values.ts'

/** Whose tokens are taken, and what they open. */
export const AppForm = ({ app, isReadOnly }: { app: ClientAppConfiguration | null; isReadOnly: boolean }) => {
  const t = useText()
  const navigate = useNavigate()
  const [version, setVersion] = useState(app?.version ?? 0)
  const roleNames = useRoleNames()
  const groupNames = useGroupNames()
  const form = useForm<AppValues>({
    initialValues: valuesOfApp(app),
    validateInputOnBlur: true,
    validate: {
      app_reference: fieldRule(ClientAppReference),
      oidc_config: { issuer: fieldRule(OidcIssuer), audience: fieldRule(OidcAudience), jwks_uri: fieldRule(JwksUri) },
      cidr_ranges: (ranges) => ranges?.map(fieldRule(CidrRange)).find((problem) => problem !== null) ?? null,
    },
  })
  const params = { app_reference: app?.app_reference ?? form.values.app_reference }
  const onSaved = (saved: ClientAppConfiguration) => {
    notice(text('form.saved'), saved.app_reference)
    setVersion(saved.version)
    if (!app) {
      void navigate({ to: '/dashboard/account/apps/$app_reference', params: { app_reference: saved.app_reference } })
    }
  }
  const creating = useSave({ call: calls.createApp, onFieldErrors: form.setErrors, onSaved })
  const changing = useSave({ call: calls.putApp, onFieldErrors: form.setErrors, onSaved })
  const saving = app ? changing : creating
  const isConflict = saving.refusal?.code === 'edit.conflict'
  const theirs = useLatest(calls.getApp, isConflict ? params : null).data
  const save = (values: AppValues) =>
    app
      ? changing.save({ params, body: { version, ...fieldsOfApp(values) } })
      : creating.save({ params, body: fieldsOfApp(values) })
  const goOnFrom = (values: AppValues) => {
    setVersion(theirs?.version ?? version)
    form.setValues(values)
    saving.forget()
  }
  return (
    <Panel>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          {!app && (
            <TextInput
              label={t('apps.reference')}
              description={t('apps.reference_hint')}
              withAsterisk
              data-autofocus
              {...form.getInputProps('app_reference')}
            />
          )}
          <TextInput
            label={t('apps.issuer')}
            description={t('apps.issuer_hint')}
            placeholder="https://"
            withAsterisk
            disabled={isReadOnly}
            {...form.getInputProps('oidc_config.issuer')}
          />
          <TextInput
            label={t('apps.audience')}
            description={t('apps.audience_hint')}
            withAsterisk
            disabled={isReadOnly}
            {...form.getInputProps('oidc_config.audience')}
          />
          <TextInput
            label={t('apps.jwks_uri')}
            description={t('apps.jwks_uri_hint')}
            placeholder="https://"
            withAsterisk
            disabled={isReadOnly}
            {...form.getInputProps('oidc_config.jwks_uri')}
          />
          <MultiSelect
            label={t('people.roles')}
            data={[...new Set([...roleNames, ...form.values.roles])]}
            searchable
            disabled={isReadOnly}
            {...form.getInputProps('roles')}
          />
          <Autocomplete
            label={t('people.group')}
            description={t('apps.group_hint')}
            data={groupNames}
            disabled={isReadOnly}
            {...form.getInputProps('group')}
          />
          <NetworksInput
            label={t('roles.networks')}
            ranges={form.values.cidr_ranges}
            error={form.errors.cidr_ranges as string | undefined}
            isReadOnly={isReadOnly}
            onChange={(ranges) => form.setFieldValue('cidr_ranges', ranges)}
          />
          {isConflict && theirs ? (
            <EditConflict
              differences={differencesOfApps(valuesOfApp(theirs), form.values)}
              changedBy={theirs.updated_by}
              onTakeTheirs={() => goOnFrom(valuesOfApp(theirs))}
              onKeepMine={() => goOnFrom(form.values)}
            />
          ) : (
            <Refusal refusal={saving.refusal} />
          )}
          {!isReadOnly && (
            <Group>
              <Button type="submit" loading={saving.isSaving}>
                {t(app ? 'form.save' : 'form.create')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  )
}
