import { rowLevelSecurity } from './0001-foundation.ts'

const messageTypes = `('SMS', 'MMS', 'RCS')`

/**
 * Conversations (docs/decisions/0028). The thread is a column of its own, because row-level security keeps `meta ->> 'thread_id'`
 * from using an index. Values that don't fit into an index, or into the path of an address, are replaced by their MD5.
 */
export const conversations: readonly string[] = [
  `alter table app.payloads add column thread_id text generated always as (case
    when payload_type not in ${messageTypes} or meta ->> 'thread_id' = '' then null
    when char_length(meta ->> 'thread_id') > 128 or meta ->> 'thread_id' in ('.', '..') then 'md5:' || md5(meta ->> 'thread_id')
    else meta ->> 'thread_id' end) stored`,
  `create index payloads_of_thread on app.payloads
    (client, device_reference, thread_id, "group", payload_type, payload_time, payload_reference) where thread_id is not null`,
  // One row for all that any caller sees or does not see as a whole: what a filter or a role leaves out is in rows of its own.
  `create table app.conversations (
    client text not null, device_reference text not null, thread_id text not null, "group" text not null,
    payload_type text not null, device_user_reference text not null, messages bigint not null, numbers text[] not null,
    first_time timestamptz(3) not null, last_time timestamptz(3) not null, last_payload_reference text not null,
    primary key (client, device_reference, thread_id, "group", payload_type, device_user_reference))`,
  ...rowLevelSecurity('conversations'),
  `insert into app.conversations (client, device_reference, thread_id, "group", payload_type, device_user_reference, messages,
      numbers, first_time, last_time, last_payload_reference)
    select client, device_reference, thread_id, "group", payload_type, coalesce(device_user_reference, ''), count(*),
      '{}', min(payload_time), max(payload_time), (array_agg(payload_reference order by payload_time desc, payload_reference desc))[1]
    from app.payloads where thread_id is not null
    group by client, device_reference, thread_id, "group", payload_type, coalesce(device_user_reference, '')`,
  `update app.conversations conversation set numbers = found.numbers[1:100] from (
      select client, device_reference, thread_id, "group", payload_type, coalesce(device_user_reference, '') as holder,
        array_agg(distinct number) as numbers
      from app.payloads cross join unnest(numbers) number where thread_id is not null
      group by client, device_reference, thread_id, "group", payload_type, coalesce(device_user_reference, '')) found
    where conversation.client = found.client and conversation.device_reference = found.device_reference
      and conversation.thread_id = found.thread_id and conversation."group" = found."group"
      and conversation.payload_type = found.payload_type and conversation.device_user_reference = found.holder`,
  `create index conversations_by_group on app.conversations
    (client, "group", payload_type, last_time desc, last_payload_reference desc)`,
  'create index conversations_by_time on app.conversations (client, last_time desc, last_payload_reference desc)',
  'create index conversations_of_device_user on app.conversations (client, device_user_reference)',
]
