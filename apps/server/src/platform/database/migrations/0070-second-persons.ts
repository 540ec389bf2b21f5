/** Whether what gives access to content needs a second person (docs/decisions/0054). A server of the version before asks for none. */
export const secondPersons: readonly string[] = [
  'alter table app.account_settings add column needs_second_person boolean not null default false',
]
