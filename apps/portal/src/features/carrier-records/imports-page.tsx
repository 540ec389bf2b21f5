import { type CarrierImport, calls, carrierImportStates } from '@holdfast/contract'
import { IconFileImport } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { NewImport } from './carrier-links.tsx'
import { ImportState } from './import-state.tsx'

const Count = ({ value }: { value: number }) => {
  const intl = useIntl()
  return <span className="numeric">{intl.formatNumber(value)}</span>
}

const columns: readonly Column<CarrierImport>[] = [
  {
    id: 'file_name',
    title: 'carrier.file',
    width: 'minmax(8rem, 1.6fr)',
    priority: 1,
    cell: ({ file_name }) => <bdi>{file_name}</bdi>,
  },
  {
    id: 'carrier_name',
    title: 'carrier.carrier',
    width: 'minmax(5.5rem, 1fr)',
    priority: 2,
    cell: ({ carrier_name }) => <bdi>{carrier_name}</bdi>,
  },
  {
    id: 'rows_imported',
    title: 'carrier.imported',
    width: '5.25rem',
    priority: 2,
    isNumeric: true,
    cell: (row) => <Count value={row.rows_imported} />,
  },
  {
    id: 'rows_repeated',
    title: 'carrier.repeated',
    width: '5.25rem',
    priority: 3,
    isNumeric: true,
    cell: (row) => <Count value={row.rows_repeated} />,
  },
  {
    id: 'rows_refused',
    title: 'carrier.refused',
    width: '5.25rem',
    priority: 3,
    isNumeric: true,
    cell: (row) => <Count value={row.rows_refused} />,
  },
  {
    id: 'created_at',
    title: 'carrier.uploaded_at',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
  {
    id: 'created_by',
    title: 'carrier.uploaded_by',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    cell: ({ created_by }) => <Colleague author={created_by} />,
  },
  { id: 'state', title: 'carrier.state', width: '7rem', priority: 1, cell: (file) => <ImportState file={file} /> },
]

const fields: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'states',
    label: 'carrier.state',
    options: carrierImportStates.map((value) => ({ value, label: `carrier.state_${value}` as const })),
  },
  { kind: 'texts', name: 'carrier_names', label: 'carrier.carrier' },
]

const source = { call: calls.listCarrierImports, fields }

export const prefetch = prefetchList(() => source)

/** Files of carriers' call records, and what became of them. */
export default function ImportsPage() {
  const can = useCan()
  return (
    <ListPage
      title="page.carrier_imports"
      {...source}
      columns={columns}
      keyOf={({ import_reference }) => import_reference}
      linkOf={({ import_reference }) => `/dashboard/devices/carrier-records/imports/${import_reference}`}
      mainAction={can('carrier_imports:write') && <NewImport />}
      empty={{ icon: IconFileImport, title: 'carrier.no_imports', body: 'carrier.no_imports_body' }}
      isChangedBy={({ kind }) => kind === 'carrier_import'}
    />
  )
}
