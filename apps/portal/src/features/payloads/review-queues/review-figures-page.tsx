import { calls, type ReviewFigure } from '@holdfast/contract'
import { Box } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import { type FilterField, filterOfCall } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { datesOfCall } from '../../../shared/list/period.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { SendBySchedule } from '../../../shared/scheduled-reports/send-by-schedule.tsx'
import { BarTable } from '../../../shared/ui/bar-table.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'

const KindText = ({ figure }: { figure: ReviewFigure }) => useText()(`kind.${figure.payload_type}`)

const columns: readonly Column<ReviewFigure>[] = [
  {
    id: 'reviewed_by',
    title: 'payload.reviewed_by',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: (row) => <Colleague author={row.reviewed_by} />,
  },
  {
    id: 'payload_type',
    title: 'payload.kind',
    width: 'minmax(7rem, 1fr)',
    priority: 1,
    cell: (figure) => <KindText figure={figure} />,
  },
  {
    id: 'disposition',
    title: 'payload.disposition',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: (row) => <bdi>{row.disposition}</bdi>,
  },
  { id: 'marks', title: 'reviews.marks', width: '6rem', priority: 1, isNumeric: true, cell: ({ marks }) => marks },
  {
    id: 'unopened',
    title: 'reviews.unopened',
    width: '7.5rem',
    priority: 2,
    isNumeric: true,
    cell: ({ unopened, requested_only }) => unopened - requested_only,
  },
  {
    id: 'requested_only',
    title: 'reviews.requested_only',
    width: '8.5rem',
    priority: 2,
    isNumeric: true,
    cell: ({ requested_only }) => requested_only,
  },
]

const fields: readonly FilterField[] = [{ kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' }]

const source = { call: calls.listReviewFigures, fields, hasPeriod: true }

export const prefetch = prefetchList(() => source)

/** The first 100 figures for the filters of the list. */
const useFigures = () => {
  const { filter } = useFilters()
  const asked = useMemo(() => ({ ...filterOfCall(filter, fields), ...datesOfCall(filter, new Date()) }), [filter])
  return useList({ call: calls.listReviewFigures, filter: asked, pageRows: 100, portalReads: 'first_page' })
}

/** Who reviewed how many recordings. */
const Chart = ({ figures }: { figures: readonly ReviewFigure[] }) => {
  const t = useText()
  const byReviewer = Map.groupBy(figures, ({ reviewed_by }) => reviewed_by)
  const nameOf = useColleagues([...byReviewer.keys()])
  if (byReviewer.size === 0) return null
  const bars = [...byReviewer].map(([reviewer, ofReviewer]) => ({
    id: reviewer,
    label: nameOf(reviewer),
    value: ofReviewer.reduce((sum, { marks }) => sum + marks, 0),
  }))
  return (
    <Box mb="md">
      <Panel title={t('reviews.by_reviewer')}>
        <BarTable
          label={t('reviews.by_reviewer')}
          head={[t('payload.reviewed_by'), t('reviews.marks')]}
          rows={bars.toSorted((one, other) => other.value - one.value)}
        />
      </Panel>
    </Box>
  )
}

/** Who reviewed how much of what: as graph, as table and as a file. The graph is read first, so that it does not move the table. */
export default function ReviewFiguresPage() {
  const t = useText()
  const { rows, isLoading } = useFigures()
  const [isBegun, setBegun] = useState(false)
  if (!isBegun && !isLoading) setBegun(true)
  if (!isBegun) return <PageSkeleton />
  return (
    <ListPage
      title="page.review_figures"
      {...source}
      columns={columns}
      keyOf={({ reviewed_by, payload_type, disposition }) => `${reviewed_by} ${payload_type} ${disposition}`}
      empty={{ icon: IconChartBar, title: 'reviews.no_figures', body: 'reviews.no_figures_body' }}
      lead={<Chart figures={rows} />}
      mainAction={<SendBySchedule source={{ kind: 'reviews' }} name={t('page.review_figures')} />}
    />
  )
}
