import { payloadTypes } from '@holdfast/contract'
import type { FilterField } from '../../../shared/list/filter-fields.ts'

export const metricFields: readonly FilterField[] = [
  { kind: 'found', finds: 'device', name: 'device_references', label: 'device.reference' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'device.user' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'device.group' },
  {
    kind: 'choices',
    name: 'payload_types',
    label: 'payload.kind',
    options: payloadTypes.map((value) => ({ value, label: `kind.${value}` as const })),
  },
]
