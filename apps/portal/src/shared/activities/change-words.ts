import {
  type AlertPermission,
  alertPermissions,
  type PayloadType,
  payloadTypes,
  type VisitChange,
  type VisitEvent,
  type VisitField,
  type VisitValue,
} from '@holdfast/contract'
import { permissionInWords } from '../access/permission-text.ts'
import { valuesOfPermission } from '../access/permission-values.ts'
import { type MessageId, text } from '../i18n/text.ts'

const fieldTitles: Readonly<Record<VisitField, MessageId>> = {
  permissions: 'roles.permissions_title',
  payload_types: 'roles.kinds',
  cidr_ranges: 'roles.networks',
  alert_permissions: 'roles.alert_permissions',
  is_alertable: 'roles.alertable',
  description: 'roles.description',
  test_cases: 'roles.tests',
  tags: 'groups.tags',
  tag_values: 'tags.values',
  is_required: 'tags.required',
  default_value: 'tags.default',
  role: 'support.default_role',
  user_group: 'support.default_group',
}

/** Fields with one value, which changes, as opposed to lists, which gain and lose values. */
const single: ReadonlySet<VisitField> = new Set([
  'is_alertable',
  'description',
  'is_required',
  'default_value',
  'role',
  'user_group',
])

const unset: Readonly<Partial<Record<VisitField, MessageId>>> = {
  payload_types: 'roles.all_kinds',
  cidr_ranges: 'roles.any_network',
}

const isPayloadType = (value: string): value is PayloadType => payloadTypes.some((type) => type === value)
const isAlertPermission = (value: string): value is AlertPermission => alertPermissions.some((one) => one === value)

const valueInWords = (field: VisitField, value: VisitValue): string => {
  if (typeof value !== 'string') return permissionInWords(valuesOfPermission(value))
  if (field === 'is_required' || field === 'is_alertable') return text(value === 'true' ? 'list.yes' : 'list.no')
  if (field === 'payload_types' && isPayloadType(value)) return text(`kind.${value}`)
  if (field === 'alert_permissions' && isAlertPermission(value)) return text(`roles.alert_${value}`)
  return value
}

/** One side of a change, value by value. `null`: the text for a field that is not set. */
const sideInWords = (field: VisitField, values: readonly VisitValue[] | null): string[] =>
  values?.map((value) => valueInWords(field, value)) ?? [text(unset[field] ?? 'form.none')]

export interface Line {
  key: string
  title: MessageId
  /** What happened to the values; `null` when the whole record was created or deleted. */
  label: MessageId | null
  words: string
}

/** One line for each value that was added or removed. */
export const linesOf = ({ event }: Pick<VisitEvent, 'event'>, { field, before, after }: VisitChange): Line[] => {
  const isWhole = event.endsWith('.created') || event.endsWith('.deleted')
  const [gone, come]: [MessageId, MessageId] = single.has(field)
    ? ['support.change_before', 'support.change_now']
    : ['support.change_removed', 'support.change_added']
  const side = (values: VisitChange['before'], label: MessageId): Line[] =>
    isWhole && values === null
      ? []
      : sideInWords(field, values).map((words, at) => ({
          key: `${field} ${label} ${at}`,
          title: fieldTitles[field],
          label: isWhole ? null : label,
          words,
        }))
  return [...side(before, gone), ...side(after, come)]
}
