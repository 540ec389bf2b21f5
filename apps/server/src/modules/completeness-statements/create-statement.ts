import { type CallInput, type CompletenessStatement, type calls, limits, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { beginFile, ticketCallerOf } from '../../core/tickets/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { raiseAlert } from '../alerts/index.ts'
import { assertMayState } from './preview-statement.ts'
import { contentOf } from './statement-content.ts'
import { namesToSee } from './statement-names.ts'
import { storeStatement, writeStatement } from './write-statement.ts'

/**
 * `POST /completeness/statements`. The files are written before the transaction that stores them, which holds no lock meanwhile.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `completeness.month_not_over`, `completeness.stated_often`,
 * `completeness.too_many_statements`
 */
export const createCompletenessStatement = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createCompletenessStatement>,
): Promise<CompletenessStatement> => {
  await assertMayState(ctx, body)
  const end = beginFile(ctx, ticketCallerOf(ctx), {
    kind: 'statement',
    most: limits.maxStatementsAtOnce,
    refusal: () => new ProductError('completeness.too_many_statements'),
  })
  try {
    return await makeStatement(ctx, body)
  } catch (error) {
    if (!(error instanceof ProductError)) await raiseFailure(ctx, body.group)
    throw error
  } finally {
    end()
  }
}

const raiseFailure = ({ platform, client }: RequestContext, group: string) =>
  platform.database.transaction(client, (tx) =>
    raiseAlert(tx, {
      condition: 'statement_failed',
      of: group,
      group,
      api_action: 'POST /completeness/statements',
    }),
  )

type Asked = CallInput<typeof calls.createCompletenessStatement>['body']

const makeStatement = async (ctx: RequestContext, body: Asked): Promise<CompletenessStatement> => {
  const names = await namesToSee(ctx)
  const { content, created_at } = await ctx.read(async (tx) => {
    await assertNotStatedOften(tx, body)
    return { content: await contentOf(tx, { ...body, names }), created_at: tx.now.toISOString() }
  })
  const row = await writeStatement(ctx.platform, ctx.client, body, {
    content,
    created_at,
    created_by: ctx.actor.reference,
  })
  // Rights may have changed while the files were written.
  const { access, groups } = await ctx.currentCaller()
  const present = groups.get(body.group)
  if (!present || !access.can('completeness:state', { group: present })) throw new ProductError('auth.forbidden')
  return ctx.transaction((tx) => storeStatement(tx, row))
}

const dayMs = 24 * 60 * 60 * 1000

const assertNotStatedOften = async ({ db, client, now }: TenantTransaction, { group, month }: Asked): Promise<void> => {
  const limit = limits.maxStatementsOfMonthADay
  const recent = await db
    .selectFrom('completeness_statements')
    .select('statement_reference')
    .where('client', '=', client)
    .where('group', '=', group)
    .where('month', '=', month)
    .where('created_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .limit(limit)
    .execute()
  if (recent.length >= limit) throw new ProductError('completeness.stated_often', { limit })
}
