import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'

/** `GET /clients`: all accounts, ordered by identifier. */
export const listClients = (ctx: RequestContext, { query }: CallInput<typeof calls.listClients>) =>
  answerTableList(ctx, query, {
    account: 'all',
    table: 'clients',
    columns: ['client', 'name', 'locale', 'is_active', 'created_at'],
    key: ['client'],
    conditions: ({ is_active }) => [isEqual('is_active', is_active)],
    toItems: (clients) => clients,
  })
