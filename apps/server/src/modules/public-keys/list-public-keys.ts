import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'

/** `GET /public_keys` of all accounts, newest first. */
export const listPublicKeys = (ctx: RequestContext, { query }: CallInput<typeof calls.listPublicKeys>) =>
  answerTableList(ctx, query, {
    account: 'all',
    list: 'public_keys',
    table: 'client_keys',
    columns: ['client', 'key_id', 'algorithm', 'public_key', 'is_current', 'created_at'],
    key: ['created_at', 'key_id'],
    direction: 'desc',
    conditions: ({ client, is_current }) => [isEqual('client', client), isEqual('is_current', is_current)],
    toItems: (keys) => keys,
  })
