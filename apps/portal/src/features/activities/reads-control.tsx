import { Switch } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import { valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { isRead, type Whose } from './did-options.ts'
import { isShown, shownReads } from './trail-source.ts'

interface ReadsControlProps {
  whose: Whose
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

/**
 * Whether the trail has what was only looked at, and then also what the portal reads by itself. Whoever asks for a certain read sees
 * it without being asked.
 */
export const ReadsControl = ({ whose, filter, onChange }: ReadsControlProps) => {
  const t = useText()
  const hasPortalReads = isShown(filter, shownReads.portalReads)
  const hasReads = hasPortalReads || isShown(filter, shownReads.reads)
  const set = (name: string, isOn: boolean, from = filter) => withValues(from, name, isOn ? ['shown'] : [])
  if (valuesOf(filter, 'did').some(isRead)) return null
  return (
    <>
      <Switch
        size="xs"
        label={t('activities.show_reads')}
        checked={hasReads}
        onChange={({ currentTarget: { checked } }) =>
          onChange(set(shownReads.reads, checked, set(shownReads.portalReads, false)))
        }
      />
      {hasReads && whose === 'people' && (
        <Switch
          size="xs"
          label={t('activities.show_portal_reads')}
          checked={hasPortalReads}
          onChange={({ currentTarget: { checked } }) =>
            onChange(set(shownReads.portalReads, checked, set(shownReads.reads, true)))
          }
        />
      )}
    </>
  )
}
