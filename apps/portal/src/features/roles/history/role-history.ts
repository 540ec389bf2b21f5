import type { Role, RoleFields, RoleVersion } from '@holdfast/contract'

export interface HistoryEntry {
  version: Role | RoleVersion
  /** What it was before; `null` for the first version, `undefined` while that was not read. */
  before: RoleFields | null | undefined
}

/**
 * The versions of a role, newest first. The role and its list of versions are read separately, so after a save one of them can be
 * newer than the other: what the list has of the role itself is left out, and nothing is compared across a gap.
 */
export const historyOf = (role: Role, versions: readonly RoleVersion[]): HistoryEntry[] => {
  const all = [role, ...versions.filter(({ version }) => version < role.version)]
  return all.map((entry, place) => {
    const before = all[place + 1]
    if (entry.version === 1) return { version: entry, before: null }
    return { version: entry, before: before?.version === entry.version - 1 ? before : undefined }
  })
}
