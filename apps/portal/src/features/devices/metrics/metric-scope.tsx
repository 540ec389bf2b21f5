import { type DevicePayloadsMetricScope, devicePayloadsMetricScopes } from '@holdfast/contract'
import { SegmentedControl } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'

const usualScope: DevicePayloadsMetricScope = 'Monthly'

const isScope = (value: unknown): value is DevicePayloadsMetricScope =>
  devicePayloadsMetricScopes.includes(value as DevicePayloadsMetricScope)

/** The length of a period. The address holds it beside the filters. */
export const scopeOf = ({ scope }: FilterValues): DevicePayloadsMetricScope => (isScope(scope) ? scope : usualScope)

/** Chooses the length of a period. */
export const MetricScope = () => {
  const t = useText()
  const { filter, setFilter } = useFilters()
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('metrics.scope')}
      value={scopeOf(filter)}
      onChange={(scope) => setFilter({ ...filter, scope })}
      data={devicePayloadsMetricScopes.map((value) => ({ value, label: t(`metrics.scope_${value}`) }))}
    />
  )
}
