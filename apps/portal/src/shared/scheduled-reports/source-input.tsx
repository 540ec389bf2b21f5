import { calls, type Report, type ReportKind } from '@holdfast/contract'
import { Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useSavedViews } from '../saved-views/use-saved-views.ts'
import { useCan } from '../session/profile.ts'

/** The source of a report. */
export type ReportSource = Pick<Report, 'kind' | 'view_reference' | 'queue_reference'>

interface SourceInputProps {
  value: ReportSource
  onChange: (value: ReportSource) => void
}

/** Chooses what a report counts, of what the person may see themselves. */
export const SourceInput = ({ value, onChange }: SourceInputProps) => {
  const t = useText()
  const can = useCan()
  const isOffered: Record<ReportKind, boolean> = {
    view: true,
    reviews: can('reviews:manage'),
    review_queue: can('reviews:manage'),
    completeness: can('completeness:read'),
    overview: true,
  }
  const kinds = (['view', 'reviews', 'review_queue', 'completeness', 'overview'] as const).filter(
    (kind) => isOffered[kind] || kind === value.kind,
  )
  return (
    <>
      <Select
        label={t('reports.kind')}
        data={kinds.map((kind) => ({ value: kind, label: t(`reports.kind_${kind}`) }))}
        value={value.kind}
        onChange={(kind) =>
          onChange({ kind: (kind as ReportKind | null) ?? value.kind, view_reference: null, queue_reference: null })
        }
        allowDeselect={false}
      />
      {value.kind === 'view' && (
        <ViewInput value={value.view_reference} onChange={(view_reference) => onChange({ ...value, view_reference })} />
      )}
      {value.kind === 'review_queue' && (
        <QueueInput
          value={value.queue_reference}
          onChange={(queue_reference) => onChange({ ...value, queue_reference })}
        />
      )}
    </>
  )
}

interface ReferenceInputProps {
  value: string | null
  onChange: (reference: string | null) => void
}

const ViewInput = ({ value, onChange }: ReferenceInputProps) => {
  const t = useText()
  const { views, isLoading } = useSavedViews()
  const data = views.map(({ view_reference, name }) => ({ value: view_reference, label: name }))
  if (!isLoading && data.length === 0 && value === null) return <Text size="sm">{t('reports.no_views')}</Text>
  return (
    <Select
      label={t('reports.view')}
      description={t('reports.view_hint')}
      data={withKept(data, value, t('reports.kept_source'))}
      value={value}
      onChange={onChange}
      searchable
      withAsterisk
    />
  )
}

const open = { is_closed: false }

const QueueInput = ({ value, onChange }: ReferenceInputProps) => {
  const t = useText()
  const queues = useList({ call: calls.listReviewQueues, filter: useMemo(() => open, []), pageRows: 100 })
  const data = queues.rows.map(({ queue_reference, name }) => ({ value: queue_reference, label: name }))
  return (
    <Select
      label={t('reports.queue')}
      data={withKept(data, value, t('reports.kept_source'))}
      value={value}
      onChange={onChange}
      searchable
      withAsterisk
    />
  )
}

/** A chosen view or queue that the person does not see stays an option. */
const withKept = (data: { value: string; label: string }[], value: string | null, label: string) =>
  value === null || data.some((option) => option.value === value) ? data : [...data, { value, label }]
