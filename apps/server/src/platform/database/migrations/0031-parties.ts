import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Outside parties by any part of a number, and by the words of a name (docs/decisions/0026). Each is listed once for each group
 * and type of its recordings, so that it is found only by people who see one of them. The parts are rows of their own, because
 * row-level security keeps trigram indexes from being used (docs/distribution.md, rule 7).
 */
export const parties: readonly string[] = [
  // Without accents, in lower case. Not `unaccent`: an installation may have no extensions.
  `create function app.folded(value text) returns text language sql immutable parallel safe as $$
    select case when octet_length(value) = char_length(value) then lower(value)
      else lower(translate(regexp_replace(normalize(value, NFD), '[\\u0300-\\u036f]', '', 'g'), 'øØłŁđĐı', 'oOlLdDi')) end $$`,
  `create function app.words_of(value text) returns text language sql immutable parallel safe as $$
    select btrim(regexp_replace(app.folded(value), '[\\s[:punct:]]+', ' ', 'g')) $$`,
  // The digits of a number from each place on; the words of a name, or of a sender that is no number, from each word on.
  `create function app.parts_of_party(number text, name text) returns setof text language sql immutable parallel safe as $$
    select substr(digits, place, 32) from regexp_replace(number, '[^0-9]', '', 'g') digits
      cross join generate_series(1, least(length(digits), 32) - 2) place where name = '' and number ~ '^[-+0-9 ().]+$'
    union
    select substr(words, place, 32) from app.words_of(case when name = '' then number else name end) words
      cross join generate_series(1, least(length(words), 80)) place
      where (name <> '' or number !~ '^[-+0-9 ().]+$') and (place = 1 or substr(words, place - 1, 1) = ' ') $$`,
  // name: '' for the number itself, else one of the names that handsets gave it.
  `create table app.parties (
    client text not null, "group" text not null, payload_type text not null, number text collate "C" not null, name text not null,
    primary key (client, "group", payload_type, number, name))`,
  ...rowLevelSecurity('parties'),
  `create table app.party_parts (
    client text not null, "group" text not null, payload_type text not null, part text collate "C" not null,
    number text collate "C" not null, name text not null,
    primary key (client, "group", payload_type, part, number, name))`,
  ...rowLevelSecurity('party_parts'),
  `insert into app.parties (client, "group", payload_type, number, name)
    select distinct client, "group", payload_type, number, '' from app.payload_numbers`,
  `insert into app.parties (client, "group", payload_type, number, name)
    select distinct p.client, p."group", p.payload_type, party ->> 'phone_number', left(btrim(party ->> 'name'), 80)
    from app.payloads p
    cross join lateral jsonb_array_elements(coalesce(p.meta -> 'second_parties', p.meta -> 'message_parties', '[]')) party
    where party ->> 'phone_number' = any(p.numbers) and btrim(party ->> 'name') not in ('', party ->> 'phone_number')
    on conflict do nothing`,
  `insert into app.party_parts (client, "group", payload_type, part, number, name)
    select client, "group", payload_type, part, number, name
    from app.parties cross join lateral app.parts_of_party(number, name) part`,
  // For roles that may see all groups.
  'create index party_parts_of_all_groups on app.party_parts (client, part, number, payload_type)',
]
