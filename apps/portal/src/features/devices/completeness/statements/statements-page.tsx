import { type CompletenessStatement, calls } from '@holdfast/contract'
import { IconCertificate } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { Colleague } from '../../../../shared/found/colleague.tsx'
import { useText } from '../../../../shared/i18n/text.ts'
import type { Column } from '../../../../shared/list/column.ts'
import type { FilterField } from '../../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../../shared/list/list-queries.ts'
import { useCan } from '../../../../shared/session/profile.ts'
import { LinkButton } from '../../../../shared/ui/link-button.tsx'
import { Moment } from '../../../../shared/ui/moment.tsx'
import { monthsOver, monthWords } from './months.ts'
import { StatementState } from './statement-state.tsx'

const Month = ({ month }: { month: string }) => <>{monthWords(useIntl(), month)}</>

const columns: readonly Column<CompletenessStatement>[] = [
  {
    id: 'month',
    title: 'statement.month',
    width: 'minmax(8rem, 0.8fr)',
    priority: 1,
    cell: ({ month }) => <Month month={month} />,
  },
  {
    id: 'group',
    title: 'statement.group',
    width: 'minmax(7rem, 1.2fr)',
    priority: 1,
    cell: ({ group }) => <bdi>{group}</bdi>,
  },
  {
    id: 'created_at',
    title: 'statement.created_at',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
  {
    id: 'created_by',
    title: 'statement.created_by',
    width: 'minmax(7rem, 1fr)',
    priority: 2,
    cell: ({ created_by }) => <Colleague author={created_by} />,
  },
  {
    id: 'pdf_sha256',
    title: 'statement.pdf_sha256',
    width: 'minmax(9rem, 1fr)',
    priority: 3,
    cell: ({ pdf_sha256 }) => <span title={pdf_sha256}>{pdf_sha256.slice(0, 16)}…</span>,
  },
  {
    id: 'superseded_by',
    title: 'statement.state',
    width: '8rem',
    priority: 1,
    cell: (statement) => <StatementState statement={statement} />,
  },
]

const fieldsIn = (wordsOf: (month: string) => string): readonly FilterField[] => [
  { kind: 'found', finds: 'group', name: 'groups', label: 'statement.group' },
  {
    kind: 'grouped',
    name: 'months',
    label: 'statement.month',
    options: monthsOver(new Date()).map((month) => ({
      values: [month],
      words: wordsOf(month),
      group: month.slice(0, 'yyyy'.length),
    })),
    wordsOf,
  },
]

const call = calls.listCompletenessStatements

export const prefetch = prefetchList(() => ({ call, fields: fieldsIn((month) => month) }))

/** Statements of completeness, the newest first. */
export default function StatementsPage() {
  const t = useText()
  const can = useCan()
  const intl = useIntl()
  const fields = useMemo(() => fieldsIn((month) => monthWords(intl, month)), [intl])
  return (
    <ListPage
      title="page.completeness_statements"
      call={call}
      fields={fields}
      columns={columns}
      keyOf={({ statement_reference }) => statement_reference}
      linkOf={({ statement_reference }) => `/dashboard/devices/completeness/statements/${statement_reference}`}
      mainAction={
        can('completeness:state') && (
          <LinkButton to="/dashboard/devices/completeness/statements/new">{t('statement.new')}</LinkButton>
        )
      }
      empty={{ icon: IconCertificate, title: 'statement.empty', body: 'statement.empty_body' }}
      isChangedBy={({ kind }) => kind === 'completeness_statement'}
    />
  )
}
