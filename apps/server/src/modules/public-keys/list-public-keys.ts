import type { CallInput, calls } from '@holdfast/contract'
import { keyList } from '../../core/accounts/index.ts'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual } from '../../platform/database/index.ts'

/** `GET /public_keys` of all accounts, newest first. */
export const listPublicKeys = (ctx: RequestContext, { query }: CallInput<typeof calls.listPublicKeys>) =>
  answerTableList(ctx, query, {
    ...keyList,
    conditions: ({ client, is_current }) => [isEqual('client', client), isEqual('is_current', is_current)],
    toItems: (keys) => keys,
  })
