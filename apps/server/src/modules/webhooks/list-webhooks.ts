import type { CallInput, calls, Webhook } from '@holdfast/contract'
import { readWebhookKey } from '../../core/accounts/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { mayOf } from './policy.ts'
import { publicKeyText } from './signature.ts'
import { toWebhook, webhookColumns } from './webhook-row.ts'

/** `GET /webhooks`. */
export const listWebhooks = (ctx: RequestContext, { query }: CallInput<typeof calls.listWebhooks>) =>
  answerTableList(ctx, query, {
    table: 'webhooks',
    columns: webhookColumns,
    key: ['webhook_reference'],
    conditions: () => [],
    toItems: async (rows): Promise<Webhook[]> => {
      const key = await ctx.read((tx) => readWebhookKey(tx, ctx.platform.keys))
      const public_key = key ? publicKeyText(key) : ''
      return rows.map((row) => toWebhook(row, { public_key, may: mayOf(ctx.access) }))
    },
  })
