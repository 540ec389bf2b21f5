/** The condition of entries that are more than a read (docs/decisions/0048). Queries repeat it, so that PostgreSQL takes the index. */
export const noReadOfDevice = `(denial_reason is not null or events <> '[]'::jsonb)`

export const noRead = `(denial_reason is not null
  or (events <> '[]'::jsonb and not events @> '[{"event":"session.renewed"}]'::jsonb)
  or support_reference is not null
  or (parameters #>> '{filter,has_words}' is not null and call ~ '/(payloads|comments)$'))`

/** The trail without reads, which most entries are. */
export const trailWithoutReads: readonly string[] = [
  `create index on app.user_activities (client, log_id desc) where ${noRead}`,
  `create index on app.device_activities (client, log_id desc) where ${noReadOfDevice}`,
]
