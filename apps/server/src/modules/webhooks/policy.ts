/** The rights of webhooks. */
import type { Access } from '@holdfast/access'
import { alertScopes, ProductError, type Webhook } from '@holdfast/contract'

/** People with `webhooks:write` may change and delete them. */
export const mayOf = (access: Access): Webhook['may'] => (access.can('webhooks:write') ? ['change', 'delete'] : [])

/**
 * A webhook gets the alerts of the whole account: nobody has more sent than they may read.
 * @throws ProductError `auth.forbidden`
 */
export const assertReadsAllAlerts = (access: Access): void => {
  const readsAll = alertScopes.every((scope) => access.withAlertPermission(`${scope}_read`).can('alerts:read'))
  if (!readsAll) throw new ProductError('auth.forbidden')
}
