import type { Dashboard } from '@holdfast/contract'
import type { FilterValues } from '../../shared/list/list-search.ts'

const shownVersions = 5

export interface VersionBar {
  /** `null` for all others together. */
  version: string | null
  count: number
  /** Of the list of devices. */
  filter: FilterValues
}

/** The most frequent versions, and the others together. Deactivated devices are not among them. */
export const versionBars = (kind: 'app' | 'os', versions: Dashboard['app_versions']): VersionBar[] => {
  const ordered = versions.toSorted((a, b) => b.count - a.count)
  const [most, others] = [ordered.slice(0, shownVersions), ordered.slice(shownVersions)]
  const active = { is_deactivated: 'false' }
  const shown = most.map(({ version, count }) => ({
    version,
    count,
    filter: { [`${kind}_versions`]: [version], ...active },
  }))
  if (others.length === 0) return shown
  const count = others.reduce((sum, other) => sum + other.count, 0)
  const filter = { [`other_${kind}_versions`]: most.map(({ version }) => version), ...active }
  return [...shown, { version: null, count, filter }]
}
