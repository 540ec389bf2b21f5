/**
 * Removal of an export after its migration (docs/decisions/0105). All ended runs of a folder have these fields: the files are removed for all
 * of them. `export_removed_by` is set when the removal begins, `export_removed_at` when it ends.
 */
export const removedExports: readonly string[] = [
  `alter table app.legacy_migrations
    add is_removing_export boolean not null default false, add export_removed_at timestamptz(3), add export_removed_by text`,
]
