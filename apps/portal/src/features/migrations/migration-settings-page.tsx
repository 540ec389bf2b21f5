import { type AccountMigrationConfig, calls } from '@holdfast/contract'
import { Box, Switch } from '@mantine/core'
import { errorInstead } from '../../shared/api/api-error.ts'
import { callApi } from '../../shared/api/client.ts'
import type { Field } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { prefetchItem, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'

type Values = Pick<AccountMigrationConfig, 'disable_onboarding' | 'disable_offboarding' | 'disable_payloads'>

const names = ['disable_onboarding', 'disable_offboarding', 'disable_payloads'] as const

const fields: readonly Field<Values>[] = names.map((name) => ({
  name,
  label: `migrations.${name}`,
  hint: `migrations.${name}_hint`,
  input: (props) => <Switch {...props} />,
}))

const noParams = {}

export const prefetch: Prefetch = () => prefetchItem(calls.getAccountMigration, noParams)

/** The settings by which migrations of the account leave things alone. */
export default function MigrationSettingsPage() {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useLoaded(calls.getAccountMigration, noParams)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('page.migration_settings')} />
      <Box maw={720}>
        <SettingsForm settings={data} isReadOnly={!can('migrations:write')} />
      </Box>
    </>
  )
}

const SettingsForm = ({ settings, isReadOnly }: { settings: AccountMigrationConfig; isReadOnly: boolean }) => {
  const t = useText()
  const edit = useEdit({
    item: settings,
    call: calls.putAccountMigration,
    changes: [calls.getAccountMigration],
    valuesOf: (saved: AccountMigrationConfig | null): Values => saved ?? settings,
    validate: {},
    inputOf: ({ disable_onboarding, disable_offboarding, disable_payloads }, version) => ({
      body: { version, disable_onboarding, disable_offboarding, disable_payloads },
    }),
    readLatest: (_, signal) => callApi(calls.getAccountMigration, { signal }),
    onSaved: (saved) => saved,
  })
  return (
    <RecordEditor
      tellsChange
      edit={edit}
      fieldsOf={() => fields}
      isReadOnly={isReadOnly}
      hint={
        isReadOnly
          ? t('migrations.settings_read_only', { action: t('action.migrations:write') })
          : t('migrations.settings_lead')
      }
    />
  )
}
