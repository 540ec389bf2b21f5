import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import { compiledStatement, type Statement } from '../../platform/database/index.ts'
import { messagesOfThreads } from '../payloads/index.ts'

/** How many numbers of a conversation its filter searches. */
const most = sql.lit(limits.maxSearchedNumbers)

/**
 * The statement that counts messages in their conversations, in the transaction that inserts them. Ordered by key, so that two
 * transactions can't deadlock. Not prepared, for the reason that `usedSequencesStatement` tells.
 * @param references of the inserted payloads; those without a thread are left out
 */
export const countMessagesStatement: (values: { client: string; references: readonly string[] }) => Statement =
  compiledStatement(
    (_, { client, references }: { client: string; references: readonly string[] }) =>
      sql`insert into conversations (client, device_reference, thread_id, "group", payload_type, device_user_reference,
          messages, numbers, first_time, last_time, last_payload_reference)
        select ${client}::text, device_reference, thread_id, "group", payload_type, holder, count(distinct payload_reference),
          coalesce(array_agg(distinct number) filter (where number <> all(known)), '{}'), min(payload_time), max(payload_time),
          (array_agg(payload_reference order by payload_time desc, payload_reference desc))[1]
        from (${messagesOfThreads(client, sql`${references}`)}) message
          cross join lateral (select coalesce((select c.numbers from conversations c where c.client = ${client}
            and c.device_reference = message.device_reference and c.thread_id = message.thread_id
            and c."group" = message."group" and c.payload_type = message.payload_type
            and c.device_user_reference = message.holder), '{}') as known) conversation
          left join lateral unnest(numbers[1:${most}]) number on true
        group by device_reference, thread_id, "group", payload_type, holder
        order by device_reference, thread_id, "group", payload_type, holder
        on conflict (client, device_reference, thread_id, "group", payload_type, device_user_reference) do update set
          messages = conversations.messages + excluded.messages,
          numbers = case
            when excluded.numbers = '{}' then conversations.numbers
            else (conversations.numbers || excluded.numbers)[1:${most}] end,
          first_time = least(conversations.first_time, excluded.first_time),
          last_time = greatest(conversations.last_time, excluded.last_time),
          last_payload_reference = case
            when (excluded.last_time, excluded.last_payload_reference) > (conversations.last_time, conversations.last_payload_reference)
            then excluded.last_payload_reference else conversations.last_payload_reference end`,
  )
