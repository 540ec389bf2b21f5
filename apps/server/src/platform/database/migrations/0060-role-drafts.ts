import { rowLevelSecurity } from './0001-foundation.ts'

/** Changes of roles that wait for somebody who may grant them, and what was decided (docs/decisions/0049). */
export const roleDrafts: readonly string[] = [
  `create table app.role_drafts (
    client text not null, draft_reference text not null, role_reference text not null, base_version integer not null,
    role jsonb not null, note text not null, state text not null, handed_over_at timestamptz(3) not null, handed_over_by text not null,
    decided_at timestamptz(3), decided_by text, decision_note text,
    primary key (client, draft_reference))`,
  ...rowLevelSecurity('role_drafts'),
]
