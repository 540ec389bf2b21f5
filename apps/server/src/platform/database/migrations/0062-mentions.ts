/** Who is mentioned in a comment (docs/decisions/0021). A server of the version before writes none. */
export const mentions: readonly string[] = ["alter table app.comments add column mentions text[] not null default '{}'"]
