import { CompletenessDays } from '../../../shared/completeness/completeness-days.tsx'
import type { CompletenessScope } from '../../../shared/completeness/completeness-scope.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { CompletenessFigures } from './completeness-figures.tsx'
import classes from './completeness-lead.module.css'

/** One device, person or group if the list is limited to it; otherwise all. */
const scopeOf = (filter: FilterValues): CompletenessScope => {
  const only = (name: string) => {
    const [value, ...others] = valuesOf(filter, name)
    return others.length === 0 ? value : undefined
  }
  const device_reference = only('device_references')
  if (device_reference !== undefined) return { device_reference }
  const device_user_reference = only('device_user_references')
  if (device_user_reference !== undefined) return { device_user_reference }
  const group = only('groups')
  return group === undefined ? {} : { group }
}

/** Above the list of gaps: how much is missing, waits, failed and is silent, and when. */
export const CompletenessLead = () => {
  const t = useText()
  const { filter } = useFilters()
  const scope = scopeOf(filter)
  const [name] = Object.values(scope)
  return (
    <div className={classes.lead}>
      <CompletenessFigures groups={valuesOf(filter, 'groups')} />
      <Panel
        title={name === undefined ? t('completeness.by_day') : t('completeness.by_day_of', { name })}
        action={
          // Beside the page's title there is no room for it on a phone once the total is known.
          <LinkButton size="xs" variant="default" to="/dashboard/devices/completeness/statements">
            {t('statement.link')}
          </LinkButton>
        }
      >
        <CompletenessDays key={JSON.stringify(scope)} of={scope} />
      </Panel>
    </div>
  )
}
