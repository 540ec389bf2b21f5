/** Who changed a person's entry last. What a sign-in brings up to date, the product changes. */
export const changesOfPeople: readonly string[] = [
  "alter table app.portal_users add column updated_by text not null default 'system'",
]
