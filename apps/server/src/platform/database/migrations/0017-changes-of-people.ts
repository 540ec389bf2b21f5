/** Who last changed a person's entry; for changes by a sign-in, the product. */
export const changesOfPeople: readonly string[] = [
  "alter table app.portal_users add column updated_by text not null default 'system'",
]
