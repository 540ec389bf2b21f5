/** People without assigned roles have the account's default role, whichever it is at the time. */
export const defaultRoles: readonly string[] = [
  'alter table app.portal_users add column has_default_role boolean not null default false',
]
