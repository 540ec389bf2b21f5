import { SegmentedControl } from '@mantine/core'
import { useText } from '../i18n/text.ts'

export type ChartView = 'chart' | 'table'

interface ChartOrTableProps {
  value: ChartView
  onChange: (view: ChartView) => void
}

/** Chooses whether figures are shown as a chart or as a table. */
export const ChartOrTable = ({ value, onChange }: ChartOrTableProps) => {
  const t = useText()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('overview.view')}
      value={value}
      onChange={onChange}
      data={[
        { value: 'chart', label: t('overview.chart') },
        { value: 'table', label: t('overview.table') },
      ]}
    />
  )
}
