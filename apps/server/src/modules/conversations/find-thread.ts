import type { Visibility } from '@holdfast/access'
import type { RequestContext } from '../../core/calls/index.ts'
import { preparedStatement } from '../../platform/database/index.ts'

interface ThreadKey {
  device_reference: string
  thread_id: string
}

const rowsOfThread = preparedStatement(
  'conversation of a thread',
  (db, { client, device_reference, thread_id }: ThreadKey & { client: string }) =>
    db
      .selectFrom('conversations')
      .select([
        'group',
        'payload_type',
        'device_user_reference',
        'messages',
        'first_time',
        'last_time',
        'last_payload_reference',
      ])
      .where('client', '=', client)
      .where('device_reference', '=', device_reference)
      .where('thread_id', '=', thread_id),
)

/** The rows of a thread that the caller may see, the one with the newest message first. A hidden thread has none, like an unknown one. */
export const visibleRowsOf = async (ctx: RequestContext, thread: ThreadKey, visible: readonly Visibility[]) => {
  const rows = await ctx.readOnce(rowsOfThread({ client: ctx.client, ...thread }))
  return rows
    .filter(({ payload_type, group }) =>
      visible.some(
        ({ payload_types, groups }) =>
          payload_types.includes(payload_type) && (groups === 'all' || groups.includes(group)),
      ),
    )
    .sort((a, b) =>
      a.last_time === b.last_time
        ? b.last_payload_reference.localeCompare(a.last_payload_reference)
        : b.last_time.localeCompare(a.last_time),
    )
}

/** A row of a thread that the caller may see. */
export type ThreadRow = Awaited<ReturnType<typeof visibleRowsOf>>[number]
