/** Entries that opened content (docs/decisions/0053). The query repeats the condition, so that PostgreSQL takes the index. */
export const opensContent = `(is_allowed and (events @> '[{"event":"payload.played"}]'::jsonb
  or events @> '[{"event":"payload.viewed"}]'::jsonb or events @> '[{"event":"payload.downloaded"}]'::jsonb
  or events @> '[{"event":"payload.read_in_conversation"}]'::jsonb))`

/** When somebody last opened content of a group, which access reviews ask for each person. */
export const lastOpenings: readonly string[] = [
  `create index on app.user_activities (client, user_id, "group", log_id desc) where ${opensContent}`,
]
