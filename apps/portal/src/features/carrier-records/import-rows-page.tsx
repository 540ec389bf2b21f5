import { type CarrierImportRow, calls, carrierRowProblems, carrierRowResults } from '@holdfast/contract'
import { IconListCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { ProblemsText } from './problems-text.tsx'

const ResultText = ({ result }: { result: CarrierImportRow['result'] }) => {
  const t = useText()
  return <>{t(`carrier.result_${result}`)}</>
}

const columns: readonly Column<CarrierImportRow>[] = [
  {
    id: 'row_number',
    title: 'carrier.row',
    width: '5rem',
    priority: 1,
    isNumeric: true,
    cell: ({ row_number }) => row_number,
  },
  {
    id: 'result',
    title: 'carrier.result',
    width: '9rem',
    priority: 2,
    cell: ({ result }) => <ResultText result={result} />,
  },
  {
    id: 'problems',
    title: 'carrier.why',
    width: 'minmax(10rem, 1.4fr)',
    priority: 1,
    cell: ({ problems }) => <ProblemsText problems={problems} />,
  },
  {
    id: 'cells',
    title: 'carrier.cells',
    width: 'minmax(12rem, 2fr)',
    priority: 2,
    cell: ({ cells }) => <bdi title={cells.join(' | ')}>{cells.join(' | ')}</bdi>,
  },
]

const fields: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'results',
    label: 'carrier.result',
    options: carrierRowResults.map((value) => ({ value, label: `carrier.result_${value}` as const })),
  },
  {
    kind: 'choices',
    name: 'problems',
    label: 'carrier.why',
    options: carrierRowProblems.map((value) => ({ value, label: `carrier.problem_${value}` as const })),
  },
]

const sourceOf = (import_reference: string) => ({
  call: calls.listCarrierImportRows,
  params: { import_reference },
  fields,
})

export const prefetch = prefetchList(({ params }) => sourceOf(params.import_reference ?? ''))

/** The rows of a file that were not imported, which can be exported. */
export default function ImportRowsPage() {
  const t = useText()
  const { import_reference = '' } = useParams({ strict: false })
  return (
    <ListPage
      title="page.carrier_import_rows"
      {...sourceOf(import_reference)}
      columns={columns}
      keyOf={({ row_number }) => String(row_number)}
      mainAction={
        <LinkButton
          variant="default"
          to="/dashboard/devices/carrier-records/imports/$import_reference"
          params={{ import_reference }}
        >
          {t('carrier.back_to_file')}
        </LinkButton>
      }
      empty={{ icon: IconListCheck, title: 'carrier.no_rows', body: 'carrier.no_rows_body' }}
    />
  )
}
