import type { AccountDefaults } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'
import { selectDefaults } from './defaults-row.ts'

/** `GET /account/defaults`. */
export const getAccountDefaults = (ctx: RequestContext): Promise<AccountDefaults> =>
  ctx.read((tx) => selectDefaults(tx).executeTakeFirstOrThrow())
