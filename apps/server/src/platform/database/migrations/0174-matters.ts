import { rowLevelSecurity } from './0001-foundation.ts'
import { removeTombstones } from './0141-destruction.ts'

/** The statement of `remove_tombstones` that comes last. What a recording was put into ends with its row, too. */
const removeRows = 'delete from app.payloads where client = own and payload_reference = any(gone);'

/** Gives an action to roles that can do today what it allows. Permissions that are limited to groups never applied to matters. */
const permit = (action: string, matchers: string): string => {
  const permission = `'[{"actions_matching": "${action}"}]'::jsonb`
  return `update app.roles set permissions = permissions || ${permission}
    where not is_system and not permissions @> ${permission}
      and exists (select from jsonb_array_elements(permissions) one
        where one->>'actions_matching' in (${matchers}) and one->>'is_denied' is distinct from 'true'
          and coalesce(jsonb_array_length(one->'conditions'), 0) = 0)`
}
const allOfMatters = `'[{"actions_matching": "matters:*"}]'::jsonb`

/**
 * Matters get an owner, members, recordings, notes, and filters that they are kept up to date with (docs/decisions/0106).
 * - `matter_payloads`: a recording that was taken out keeps its row with `removed_at`, so that no filter puts it in again
 * - `matter_feeds`: `position` is where the recordings from before go on, null once they are all in; `followed_until` and
 *   `followed_reference` are the last change that was looked at
 */
export const mattersOfRecordings: readonly string[] = [
  `alter table app.matters add column owner text, add column members text[] not null default '{}'`,
  `update app.matters m set owner = m.created_by where m.matter_reference <> 'General'
    and exists (select from app.portal_users u where u.client = m.client and u.user_reference = m.created_by)`,
  `create table app.matter_payloads (
    client text not null, matter_reference text not null, payload_reference text not null,
    payload_time timestamptz(3) not null, feed_id text, added_at timestamptz(3) not null, added_by text not null,
    removed_at timestamptz(3), removed_by text,
    primary key (client, matter_reference, payload_reference),
    foreign key (client, matter_reference) references app.matters (client, matter_reference))`,
  ...rowLevelSecurity('matter_payloads'),
  'revoke delete on app.matter_payloads from holdfast_app',
  'create index matter_payloads_of_payload on app.matter_payloads (client, payload_reference)',
  `create index matter_payloads_by_time on app.matter_payloads (client, matter_reference, payload_time, payload_reference)
    where removed_at is null`,
  `create table app.matter_feeds (
    client text not null, feed_id text not null, matter_reference text not null, filter jsonb not null,
    created_at timestamptz(3) not null, created_by text not null, is_caught_up boolean not null default false,
    "position" jsonb, followed_until timestamptz(3) not null, followed_reference text not null default '',
    stopped_at timestamptz(3), stopped_by text, ending text,
    primary key (client, feed_id),
    foreign key (client, matter_reference) references app.matters (client, matter_reference))`,
  ...rowLevelSecurity('matter_feeds'),
  'revoke delete on app.matter_feeds from holdfast_app',
  'create index matter_feeds_of_matter on app.matter_feeds (client, matter_reference, feed_id)',
  'create index matter_feeds_running on app.matter_feeds (client, feed_id) where stopped_at is null',
  `create table app.matter_notes (
    client text not null, note_id text not null, matter_reference text not null, note_body text not null,
    created_at timestamptz(3) not null, created_by text not null,
    primary key (client, note_id),
    foreign key (client, matter_reference) references app.matters (client, matter_reference))`,
  ...rowLevelSecurity('matter_notes'),
  'revoke update, delete on app.matter_notes from holdfast_app',
  'create index matter_notes_of_matter on app.matter_notes (client, matter_reference, note_id)',
  removeTombstones.replace('create function', 'create or replace function').replace(
    removeRows,
    `${removeRows.replace('payloads', 'payload_arrivals')}
    ${removeRows.replace('payloads', 'matter_payloads')}
    ${removeRows}`,
  ),
  `update app.roles set permissions = permissions || ${allOfMatters}
    where is_system and not permissions @> ${allOfMatters}
      and role_reference in ('Account Administrator', 'Compliance Officer', 'Reviewer', 'Internal Administrator')`,
  permit('matters:read', `'legal_holds:*', 'legal_holds:read'`),
  permit('matters:write', `'legal_holds:*', 'legal_holds:place'`),
  'update app.access_versions set version = version + 1',
]
