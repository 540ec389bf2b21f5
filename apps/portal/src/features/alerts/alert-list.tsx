import { type Alert, alertConditionNames, alertScopes, alertSeverities, alertTypes } from '@holdfast/contract'
import { AlertStateBadge, SeverityBadge } from '../../shared/alerts/alert-badges.tsx'
import { nameOfCondition, useAlertWords } from '../../shared/alerts/alert-words.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import { authorField, groupField, momentField } from '../../shared/list/fields.tsx'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'

/** What happened, in one sentence. */
export const AlertSubject = ({ alert }: { alert: Alert }) => {
  const { subject } = useAlertWords()(alert)
  return <bdi title={subject}>{subject}</bdi>
}

const Named = ({ id }: { id: `alerts.type_${Alert['alert_type']}` | `alerts.scope_${Alert['alert_scope']}` }) => (
  <>{useText()(id)}</>
)

export const alertColumns: readonly Column<Alert>[] = [
  {
    id: 'what',
    title: 'alerts.what',
    width: 'minmax(12rem, 2.4fr)',
    priority: 1,
    isTwoLines: true,
    hasOwnLine: true,
    cell: (alert) => <AlertSubject alert={alert} />,
  },
  {
    id: 'severity',
    title: 'alerts.severity',
    width: '5.75rem',
    priority: 1,
    cell: ({ alert_severity }) => <SeverityBadge severity={alert_severity} />,
  },
  {
    id: 'type',
    title: 'alerts.type',
    width: 'minmax(7rem, 0.8fr)',
    priority: 3,
    isOptional: true,
    cell: ({ alert_type }) => <Named id={`alerts.type_${alert_type}`} />,
  },
  {
    id: 'scope',
    title: 'alerts.scope',
    width: '6.5rem',
    priority: 3,
    cell: ({ alert_scope }) => <Named id={`alerts.scope_${alert_scope}`} />,
  },
  groupField({ width: 'minmax(6rem, 0.8fr)' }),
  momentField('last_occurrence', 'alerts.last_occurrence'),
  momentField('first_occurrence', 'alerts.first_occurrence', { priority: 3, isOptional: true }),
  {
    id: 'count',
    title: 'alerts.count',
    width: '4.5rem',
    priority: 3,
    isNumeric: true,
    cell: ({ occurrence_count }) => occurrence_count,
  },
  authorField('acknowledged_by', 'alerts.acknowledged'),
  {
    id: 'state',
    title: 'alerts.state',
    width: '8rem',
    priority: 1,
    cell: (alert) => <AlertStateBadge alert={alert} />,
  },
]

export const accountColumn: Column<Alert> = {
  id: 'client',
  title: 'alerts.account',
  width: 'minmax(6rem, 0.7fr)',
  priority: 2,
  cell: ({ client }) => client,
}

const alertFilters: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'alerts.search' },
  {
    kind: 'choices',
    name: 'alert_severities',
    label: 'alerts.severity',
    options: alertSeverities.toReversed().map((value) => ({ value, label: `alerts.severity_${value}` as const })),
  },
  {
    kind: 'choices',
    name: 'alert_scopes',
    label: 'alerts.scope',
    options: alertScopes.map((value) => ({ value, label: `alerts.scope_${value}` as const })),
  },
  {
    kind: 'choices',
    name: 'alert_types',
    label: 'alerts.type',
    options: alertTypes.map((value) => ({ value, label: `alerts.type_${value}` as const })),
  },
  {
    kind: 'choices',
    name: 'conditions',
    label: 'alerts.condition',
    options: alertConditionNames.map((value) => ({ value, label: nameOfCondition(value) })),
  },
  {
    kind: 'choice',
    name: 'date_filter_type',
    label: 'alerts.dates_of',
    options: [
      { value: 'last_occurrence', label: 'alerts.last_occurrence' },
      { value: 'first_occurrence', label: 'alerts.first_occurrence' },
    ],
  },
]

export const accountFilters: readonly FilterField[] = [
  ...alertFilters.slice(0, 1),
  { kind: 'found', finds: 'group', name: 'groups', label: 'field.group' },
  ...alertFilters.slice(1),
]
export const providerFilters: readonly FilterField[] = [
  ...alertFilters.slice(0, 1),
  { kind: 'texts', name: 'clients', label: 'alerts.account' },
  ...alertFilters.slice(1),
]

/** Which alerts the list shows: a choice between lists, which is in the address like its filters. */
export const shownChoices = ['active', 'dismissed', 'cleared', 'all'] as const
export type Shown = (typeof shownChoices)[number]

export const shownOf = ({ shown }: FilterValues): Shown => shownChoices.find((one) => one === shown) ?? 'active'

export const filterOfShown: Readonly<Record<Shown, Readonly<Record<string, unknown>>>> = {
  active: { active_only: true, is_dismissed: false },
  dismissed: { active_only: true, is_dismissed: true },
  cleared: { alert_state: 'Cleared' },
  all: {},
}
