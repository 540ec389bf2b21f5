import { telemetryProblems } from '@holdfast/contract'
import type { FilterField } from '../list/filter-fields.ts'

/** The filters of every list of latest reports. */
export const problemFields: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'problems',
    label: 'telemetry.problems',
    options: telemetryProblems.map((value) => ({ value, label: `telemetry.${value}` as const })),
  },
  { kind: 'flag', name: 'has_problems', label: 'telemetry.has_problems' },
  { kind: 'texts', name: 'app_versions', label: 'device.app_version' },
  { kind: 'texts', name: 'other_app_versions', label: 'device.other_app_versions' },
  { kind: 'texts', name: 'os_versions', label: 'device.os_version' },
]
