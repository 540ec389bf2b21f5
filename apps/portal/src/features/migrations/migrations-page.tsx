import { calls, type LegacyMigration, migrationStates } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { authorField, type Field, filtersOf, momentField, none } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { StateOfMigration } from './migration-state.tsx'
import { RowsCell } from './rows-bar.tsx'

const Kind = ({ migration: { is_dry_run } }: { migration: LegacyMigration }) => (
  <>{useText()(is_dry_run ? 'migrations.dry_run' : 'migrations.real_run')}</>
)

const fields: readonly Field<LegacyMigration>[] = [
  {
    id: 'folder',
    title: 'migrations.folder',
    width: 'minmax(8rem, 1.4fr)',
    priority: 1,
    cell: ({ folder }) => <bdi title={folder}>{folder}</bdi>,
  },
  {
    id: 'source',
    title: 'migrations.source',
    width: 'minmax(6rem, 1fr)',
    priority: 2,
    cell: ({ source }) => <bdi title={source}>{source}</bdi>,
  },
  {
    id: 'is_dry_run',
    title: 'migrations.kind',
    width: '7rem',
    priority: 1,
    cell: (migration) => <Kind migration={migration} />,
    filter: { kind: 'flag', name: 'is_dry_run', label: 'migrations.dry_runs' },
  },
  {
    id: 'rows',
    title: 'migrations.rows',
    width: 'minmax(8rem, 1.2fr)',
    priority: 2,
    cell: (migration) => <RowsCell migration={migration} />,
  },
  momentField('created_at', 'migrations.created'),
  momentField('finished_at', 'migrations.finished', { priority: 3, isOptional: true }),
  authorField('updated_by', 'migrations.by'),
  {
    id: 'error_message',
    title: 'migrations.error',
    width: 'minmax(8rem, 1.4fr)',
    priority: 3,
    isOptional: true,
    cell: ({ error_message }) => (error_message === null ? none : <span title={error_message}>{error_message}</span>),
  },
  {
    id: 'migration_state',
    title: 'field.status',
    width: '9.5rem',
    priority: 1,
    cell: (migration) => <StateOfMigration migration={migration} />,
    filter: {
      kind: 'choices',
      name: 'migration_states',
      label: 'field.status',
      options: migrationStates.map((value) => ({ value, label: `migrations.state_${value}` as const })),
    },
  },
]

const source = { call: calls.listMigrations, fields: filtersOf(fields), hasPeriod: true }

export const prefetch = prefetchList(() => source)

const Lead = () => {
  const t = useText()
  const can = useCan()
  return (
    <Stack gap={4} mb="sm">
      <Text size="sm" c="dimmed">
        {t('migrations.lead')}
      </Text>
      {!can('migrations:write') && (
        <Text size="sm" c="dimmed">
          {t('migrations.read_only', { action: t('action.migrations:write') })}
        </Text>
      )}
    </Stack>
  )
}

/** Runs over exports of a legacy platform, the newest first. */
export default function MigrationsPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.migrations"
      {...source}
      columns={fields}
      keyOf={({ migration_id }) => migration_id}
      linkOf={({ migration_id }) => `/dashboard/account/migrations/${migration_id}`}
      lead={<Lead />}
      mainAction={
        <>
          <LinkButton variant="default" to="/dashboard/account/migrations/settings">
            {t('page.migration_settings')}
          </LinkButton>
          {can('migrations:write') && (
            <LinkButton to="/dashboard/account/migrations/new">{t('migrations.new')}</LinkButton>
          )}
        </>
      }
      empty={{ icon: IconDatabaseImport, title: 'migrations.empty', body: 'migrations.empty_body' }}
      isChangedBy={({ kind }) => kind === 'migration'}
    />
  )
}
