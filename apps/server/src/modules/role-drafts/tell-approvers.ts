import { Type } from 'typebox'
import { runningVisits } from '../../core/authorization/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { notifyNewApprovers } from './approvers.ts'

interface Told {
  /** Absent: all accounts. */
  client?: string
}

/** Every five minutes, and when somebody signs in: notifies people who have become able to approve a change that waits. */
export const tellApprovers: Job<Told> = {
  definition: {
    name: 'tell_approvers',
    payload: Type.Object({ client: Type.Optional(Type.String()) }),
    maxAttempts: 3,
    key: ({ client = 'all accounts' }) => client,
  },
  schedule: '*/5 * * * *',
  async handle({ platform: { clients, database, log }, signal }, { client: only }) {
    for (const client of only === undefined ? await clients.names() : [only]) {
      signal.throwIfAborted()
      try {
        if (!(await database.read(client, hasWaiting))) continue
        const visits = await runningVisits(database, client)
        await database.transaction(client, (tx) => notifyNewApprovers(tx, visits))
      } catch (error) {
        log.warn({ err: error, client }, 'people who can approve changes could not be notified')
      }
    }
  },
}

/** For whoever signs in: has them notified of the changes that they may approve. */
export const tellApproversSoon = async (tx: TenantTransaction): Promise<void> => {
  if (await hasWaiting(tx)) await tx.enqueue(tellApprovers.definition, { client: tx.client })
}

const hasWaiting = async ({ client, db }: TenantTransaction): Promise<boolean> => {
  const waiting = await db
    .selectFrom('role_drafts')
    .select('draft_reference')
    .where('client', '=', client)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return waiting !== undefined
}
