import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * The blind index of words in messages and comments (docs/decisions/0029). A word is the beginning of an HMAC under a key of the
 * account, so a copy of the database tells no text.
 */
export const words: readonly string[] = [
  `create table app.payload_words (
    client text not null, word bigint not null, "group" text not null, payload_type text not null,
    payload_time timestamptz(3) not null, payload_reference text not null,
    word_of_all_groups bigint generated always as (word) stored,
    primary key (client, word, "group", payload_type, payload_time, payload_reference))`,
  // For roles that may see all groups. It has a column of its own: PostgreSQL could use an index of `word` for other roles as
  // well, read rows of groups that they may not see, and take longer for them.
  `create index payload_words_of_all_groups on app.payload_words
    (client, word_of_all_groups, payload_type, payload_time, payload_reference)`,
  ...rowLevelSecurity('payload_words'),
  // Which words a payload has, to take their rows away without an index by payload.
  `create table app.indexed_texts (
    client text not null, payload_reference text not null, source text not null, words bigint[] not null,
    is_partly_indexed boolean not null, index_version smallint not null,
    primary key (client, payload_reference, source),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  ...rowLevelSecurity('indexed_texts'),
  // What prefixes are looked up in: the words of a group by their first letters, sealed.
  `create table app.search_vocabulary (
    client text not null, bucket bigint not null, "group" text not null, payload_type text not null, entry bigint not null,
    words bigint[] not null, sealed bytea not null,
    primary key (client, bucket, payload_type, "group", entry))`,
  ...rowLevelSecurity('search_vocabulary'),
  // state: off, building, ready or removing. position: where building or removing continues.
  `create table app.word_indexes (
    client text not null, state text not null, position text, done bigint not null, total bigint, began_at timestamptz(3),
    ended_at timestamptz(3),
    primary key (client))`,
  ...rowLevelSecurity('word_indexes'),
]
