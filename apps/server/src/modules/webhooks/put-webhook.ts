import { type CallInput, type calls, maxWebhooks, ProductError, type Webhook } from '@holdfast/contract'
import { createWebhookKey } from '../../core/accounts/index.ts'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { isStorable, type TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { addressProblem } from '../../platform/network/index.ts'
import { clearAlert } from '../alerts/index.ts'
import { assertReadsAllAlerts, mayOf } from './policy.ts'
import { publicKeyText } from './signature.ts'
import { fieldsOf, toWebhook, type WebhookRow, webhooks } from './webhook-row.ts'

type Input = CallInput<typeof calls.putWebhook>

/** `PUT /webhooks/{webhook_reference}`: creates it, or replaces its settings. Switching it on forgets that it failed. */
export const putWebhook = async (ctx: RequestContext, { params, body }: Input): Promise<Webhook> => {
  const { webhook_reference } = params
  const { version, ...fields } = body
  assertAddress(ctx, fields.url)
  assertReadsAllAlerts(ctx.access)
  return ctx.transaction(async (tx) => {
    const key = await createWebhookKey(tx, ctx.platform.keys)
    const answer = (row: WebhookRow) => toWebhook(row, { public_key: publicKeyText(key), may: mayOf(ctx.access) })
    const stored = await webhooks.lock(tx, webhook_reference)
    assertVersion(version, stored)
    if (!stored) await assertRoom(tx)
    if (stored && isUnchanged(fieldsOf(fields), fieldsOf(stored))) {
      tx.audit('record.unchanged', { webhook_reference })
      return answer(stored)
    }
    const isFresh = fields.is_active && (!stored?.is_active || stored.url !== fields.url)
    const columns = isFresh ? { ...fields, failing_since: null, switched_off_at: null, paused_until: null } : fields
    const save = stored ? webhooks.replace : webhooks.insert
    const row = await save(tx, webhook_reference, columns, ctx.actor.reference)
    if (fields.is_active) await clearAlert(tx, 'webhook_failed', webhook_reference)
    const change = { webhook_reference, before: stored ? fieldsOf(stored) : null, after: fieldsOf(row) }
    tx.audit(stored ? 'webhook.updated' : 'webhook.created', change)
    return answer(row)
  })
}

/** Addresses that a name resolves to are checked when it is connected to. */
const assertAddress = ({ platform: { settings } }: RequestContext, url: string): void => {
  if (!isStorable(url)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const isOpen = !url.startsWith('https://') && !settings.allowPrivateAddresses
  const message = isOpen ? 'Must be an address that begins with https://.' : addressProblem(url, settings)
  if (message === null) return
  throw new ProductError('request.invalid', {}, [{ path: '/body/url', keyword: 'address', params: {}, message }])
}

const assertRoom = async (tx: TenantTransaction): Promise<void> => {
  const present = await webhooks.select(tx).execute()
  if (present.length >= maxWebhooks) throw new ProductError('webhook.too_many', { most: maxWebhooks })
}
