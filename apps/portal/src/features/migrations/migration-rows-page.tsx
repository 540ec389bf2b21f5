import {
  calls,
  type LegacyMigration,
  type MigrationCells,
  type MigrationRow,
  migrationResults,
} from '@holdfast/contract'
import { Group, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { type Field, filtersOf, none, textField } from '../../shared/list/fields.tsx'
import { type ListBodyProps, ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { usePageWidth } from '../../shared/list/use-page-width.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { DryRunBadge, StateOfMigration } from './migration-state.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { RowCards } from './row-cards.tsx'
import { RowSentences } from './row-sentences.tsx'
import { useMigration } from './use-migration.ts'

const warnings: readonly string[] = [...migrationResults.device_warnings, ...migrationResults.payload_warnings]

/** Codes of rows that are kept: the others say that a row is there. */
const keptCodes = [
  ...migrationResults.general,
  ...migrationResults.device_errors,
  ...migrationResults.payload_errors,
  ...migrationResults.device_warnings,
  ...migrationResults.payload_warnings,
]

const Code = ({ code }: { code: MigrationRow['code'] }) => {
  const t = useText()
  const words = t(`migrations.code_${code}`)
  return (
    <span title={`${words}\n${code}`}>
      <Badge tone={warnings.includes(code) ? 'warn' : 'bad'}>
        {t(warnings.includes(code) ? 'migrations.warning' : 'migrations.one_error')}
      </Badge>{' '}
      {words}
    </span>
  )
}

const cellsText = (cells: MigrationCells): string =>
  Object.entries(cells)
    .filter(([, cell]) => cell !== '')
    .map(([column, cell]) => `${column}: ${cell}`)
    .join(' | ')

const fields: readonly Field<MigrationRow>[] = [
  {
    id: 'code',
    title: 'migrations.code',
    width: 'minmax(10rem, 1.5fr)',
    priority: 1,
    isTwoLines: true,
    wraps: true,
    cell: ({ code }) => <Code code={code} />,
    filter: {
      kind: 'choices',
      name: 'codes',
      label: 'migrations.code',
      options: keptCodes.map((value) => ({ value, label: `migrations.code_${value}` as const })),
    },
  },
  {
    ...textField<'message', MigrationRow>('message', 'migrations.message'),
    cell: (row) => (row.sentences.length === 0 ? none : <RowSentences row={row} />),
    priority: 1,
    width: 'minmax(9rem, 2fr)',
    isTwoLines: true,
    wraps: true,
  },
  {
    id: 'file_name',
    title: 'migrations.file',
    width: 'minmax(5.5rem, 0.8fr)',
    priority: 2,
    cell: ({ file_name }) => <bdi title={file_name}>{file_name}</bdi>,
    filter: { kind: 'texts', name: 'file_names', label: 'migrations.file' },
  },
  {
    id: 'row_number',
    title: 'migrations.row',
    width: '4.5rem',
    priority: 2,
    isNumeric: true,
    cell: ({ row_number }) => row_number,
  },
  textField('reference', 'migrations.reference', { priority: 3, width: 'minmax(5rem, 0.8fr)' }),
  {
    id: 'cells',
    title: 'migrations.cells',
    width: 'minmax(7rem, 1.6fr)',
    priority: 3,
    cell: ({ cells }) => {
      if (cells === null) return none
      const words = cellsText(cells)
      return <bdi title={words.replaceAll(' | ', '\n')}>{words}</bdi>
    },
  },
]

const sourceOf = (migration_id: string) => ({
  call: calls.listMigrationRows,
  params: { migration_id },
  fields: filtersOf(fields),
})

export const prefetch = prefetchList(({ params }) => sourceOf(params.migration_id ?? ''))

const OfMigration = ({ migration }: { migration: LegacyMigration }) => (
  <Group gap="sm" mb="sm">
    <Text size="sm" component="span">
      <bdi>{migration.folder}</bdi>
    </Text>
    {migration.is_dry_run && <DryRunBadge />}
    <StateOfMigration migration={migration} />
  </Group>
)

const keyOf = ({ file_name, row_number, code }: MigrationRow): string => `${file_name} ${row_number} ${code}`

const Cards = (list: ListBodyProps<MigrationRow>) => <RowCards {...list} columns={fields} keyOf={keyOf} />

/** The rows of a run that ended with a warning or an error, and how to mend them. */
export default function MigrationRowsPage() {
  const t = useText()
  const { migration_id = '' } = useParams({ strict: false })
  const { data } = useMigration(migration_id)
  const isNarrow = usePageWidth() === 'narrow'
  const hasKept = data && data.statistics.warnings + data.statistics.errors > 0
  return (
    <ListPage
      title="page.migration_rows"
      {...sourceOf(migration_id)}
      columns={fields}
      keyOf={keyOf}
      {...(isNarrow && { body: Cards })}
      lead={data && <OfMigration migration={data} />}
      mainAction={
        <>
          {hasKept && <RejectedRows migration={data} />}
          <LinkButton
            variant="default"
            size="xs"
            to="/dashboard/account/migrations/$migration_id"
            params={{ migration_id }}
          >
            {t('migrations.back_to_migration')}
          </LinkButton>
        </>
      }
      empty={{ icon: IconListCheck, title: 'migrations.no_kept_rows', body: 'migrations.no_kept_rows_body' }}
    />
  )
}
