/**
 * What was played and viewed after a recording was opened belongs to the entry of its opening (docs/decisions/0048). Entries from before
 * have none.
 */
export const listenings: readonly string[] = [
  'alter table app.user_activities add column listening_reference text',
  `create index on app.user_activities (client, listening_reference, log_id) where listening_reference is not null`,
]
