import type { Alert, AlertTarget } from '@holdfast/contract'
import { SegmentedControl } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import type { ListSource } from '../../shared/list/list-queries.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import type { SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import type { AlertArea } from './alert-area.ts'
import { AlertSubject, filterOfShown, shownChoices, shownOf } from './alert-list.tsx'
import { keyOfAlert } from './change-by-account.ts'
import { LateAlerts } from './late-alerts.tsx'
import { useAlertSummary } from './use-alert-summary.ts'
import { WatchedConditions } from './watched-conditions.tsx'

/** Values in the address besides the filters. */
const ownFilters = { shown: shownChoices }

/** The list with the choice of alerts in its address. */
export const alertSource = (
  call: AlertArea['list'],
  fields: readonly FilterField[],
  filter: FilterValues,
): ListSource<AlertArea['list']> => ({
  call,
  fields,
  hasPeriod: true,
  ownFilters,
  defaultFilter: filterOfShown[shownOf(filter)],
})

interface AlertsScreenProps {
  title: 'page.alerts' | 'page.clients_alerts'
  area: AlertArea
  fields: readonly FilterField[]
  columns: readonly Column<Alert>[]
  actions: readonly SelectionAction[]
  target: AlertTarget
}

/** A list of alerts: at first, the active ones that the person has not dismissed. */
export const AlertsScreen = ({ title, area, fields, columns, actions, target }: AlertsScreenProps) => {
  const t = useText()
  const { filter, setFilter } = useFilters()
  const shown = shownOf(filter)
  const source = useMemo(() => alertSource(area.list, fields, { shown }), [area, fields, shown])
  const { scopes } = useAlertSummary()
  const hasNoScope = scopes?.length === 0
  return (
    <ListPage
      title={title}
      {...source}
      columns={columns}
      keyOf={keyOfAlert}
      linkOf={area.addressOf}
      nameOf={(alert: Alert) => <AlertSubject alert={alert} />}
      empty={
        hasNoScope
          ? { icon: IconBellCheck, title: 'alerts.no_scope', body: 'alerts.no_scope_body', isForbidden: true }
          : {
              icon: IconBellCheck,
              title: `alerts.none_${shown}`,
              body: shown === 'all' ? 'alerts.none_active_body' : `alerts.none_${shown}_body`,
            }
      }
      actions={actions}
      live={{ kind: 'alert' }}
      isUpdatedBy={({ kind }) => kind === 'alert'}
      mainAction={<WatchedConditions target={target} scopes={scopes} />}
    >
      <LateAlerts />
      <SegmentedControl
        size="xs"
        aria-label={t('alerts.shown')}
        value={shown}
        onChange={(choice) => {
          const { shown: _, ...others } = filter
          setFilter(choice === 'active' ? others : { ...others, shown: choice })
        }}
        data={shownChoices.map((choice) => ({ value: choice, label: t(`alerts.shown_${choice}`) }))}
      />
    </ListPage>
  )
}
