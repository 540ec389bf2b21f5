import { calls, type MigrationReconciliationRow, reconciliationGrains } from '@holdfast/contract'
import { NativeSelect } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { type ListBodyProps, ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { usePageWidth } from '../../../shared/list/use-page-width.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { RowCards } from '../row-cards.tsx'
import { useMigration } from '../use-migration.ts'
import { type Grain, grainOf } from './grain.ts'
import { columnsOf } from './reconciliation-columns.tsx'
import { ReconciliationSummary } from './reconciliation-summary.tsx'

const fields: readonly FilterField[] = [
  { kind: 'flag', name: 'differences_only', label: 'migrations.differences_only' },
]

const ownFilters = { grain: reconciliationGrains }

const sourceOf = (migration_id: string, filter: FilterValues) => ({
  call: calls.listMigrationReconciliation,
  params: { migration_id },
  fields,
  ownFilters,
  defaultFilter: { grain: grainOf(filter) },
})

export const prefetch = prefetchList(({ params }, filter) => sourceOf(params.migration_id ?? '', filter))

const keyOf = ({ grain, key, payload_type }: MigrationReconciliationRow): string =>
  `${grain} ${key ?? ''} ${payload_type ?? ''}`

const Cards = (list: ListBodyProps<MigrationReconciliationRow>) => {
  const { filter } = useFilters()
  return <RowCards {...list} columns={columnsOf(grainOf(filter))} keyOf={keyOf} />
}

/** The source's holdings beside the recordings that arrived. */
export default function ReconciliationPage() {
  const t = useText()
  const { migration_id = '' } = useParams({ strict: false })
  const { data } = useMigration(migration_id)
  const { filter, setFilter } = useFilters()
  const isNarrow = usePageWidth() === 'narrow'
  const grain = grainOf(filter)
  const source = useMemo(() => sourceOf(migration_id, { grain }), [migration_id, grain])
  const choose = (chosen: Grain) => {
    const { grain: _, ...others } = filter
    setFilter(chosen === 'payload_type' ? others : { ...others, grain: chosen })
  }
  return (
    <ListPage
      title="page.migration_reconciliation"
      {...source}
      columns={columnsOf(grain)}
      keyOf={keyOf}
      {...(isNarrow && { body: Cards })}
      lead={data && <ReconciliationSummary migration={data} />}
      mainAction={
        <LinkButton
          size="xs"
          variant="default"
          to="/dashboard/account/migrations/$migration_id"
          params={{ migration_id }}
        >
          {t('migrations.back_to_migration')}
        </LinkButton>
      }
      empty={{ icon: IconScale, title: 'migrations.nothing_reconciled', body: 'migrations.nothing_reconciled_body' }}
      isChangedBy={({ kind, reference }) => kind === 'migration' && reference === migration_id}
    >
      <NativeSelect
        size="xs"
        aria-label={t('migrations.grain')}
        value={grain}
        onChange={({ currentTarget }) => choose(grainOf({ grain: currentTarget.value }))}
        data={reconciliationGrains.map((value) => ({ value, label: t(`migrations.grain_${value}`) }))}
      />
    </ListPage>
  )
}
