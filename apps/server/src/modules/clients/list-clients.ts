import type { CallInput, calls } from '@holdfast/contract'
import { clientList } from '../../core/accounts/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'

/** `GET /clients`: all accounts, ordered by identifier. */
export const listClients = (ctx: RequestContext, { query }: CallInput<typeof calls.listClients>) =>
  answerTableList(ctx, query, {
    ...clientList,
    conditions: ({ is_active }) => [isEqual('is_active', is_active)],
    toItems: (clients) => clients,
  })
