/**
 * Drafts of other changes than those of roles (docs/decisions/0054). `role_reference` has the subject of any kind. The others have no `role`,
 * so that a server of the version before fails on approving them and changes nothing.
 */
export const draftsOfAnyKind: readonly string[] = [
  `alter table app.role_drafts add column kind text not null default 'role', add column change jsonb,
    add column role_versions jsonb not null default '{}', alter column role drop not null`,
]
