/**
 * Who last changed the end of a role for a time, when and why (docs/decisions/0079); `null` if nobody has. Who gave the role stays. Servers of an
 * earlier version do not set these columns, and replace who gave it.
 */
export const roleAssignmentEnds: readonly string[] = [
  `alter table app.role_assignments add column end_changed_at timestamptz(3), add column end_changed_by text,
    add column end_change_reason text`,
]
