import type { CallInput, calls } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { apps, fieldsOf } from './app-row.ts'
import { appRights, lockAppForChange } from './policy.ts'

/** `DELETE /account/apps/{app_reference}`: its tokens are refused from its next call on. */
export const deleteApp = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.deleteApp>,
): Promise<undefined> => {
  const { app_reference } = params
  const may = await appRights(ctx)
  return ctx.transaction(async (tx) => {
    const app = await lockAppForChange(tx, app_reference, may)
    assertVersion(query.version, app)
    await apps.remove(tx, app_reference)
    await bumpAccessVersion(tx)
    tx.audit('app.deleted', { app_reference, before: fieldsOf(app), after: null }, [app.group])
    return undefined
  })
}
