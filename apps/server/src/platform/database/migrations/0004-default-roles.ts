/** Who has the account's default role because nobody ever named one for them: they get another as soon as it is another. */
export const defaultRoles: readonly string[] = [
  'alter table app.portal_users add column has_default_role boolean not null default false',
]
