import { type CallInput, type calls, type Locale, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { currentTerms, currentTermsVersion } from './terms/current-terms.ts'

/**
 * `POST /terms/acceptance`: records version, language, hash of the text, time and address. Accepting a version again
 * changes nothing.
 * @throws ProductError `terms.version_superseded` if the caller saw another text than the current one
 */
export const acceptTerms = async (ctx: RequestContext, { body }: CallInput<typeof calls.acceptTerms>) => {
  const { version, text_hash, locale } = body
  const current = currentTerms(locale)
  if (version !== current.version || text_hash !== current.text_hash) throw new ProductError('terms.version_superseded')
  const { user_reference, visit } = ctx.user
  // The provider's staff accept the terms in their own account.
  if (visit) throw new ProductError('auth.forbidden')
  return ctx.transaction(async (tx) => {
    await saveAcceptance(tx, { user_reference, version, locale, text_hash, user_ip: ctx.address })
    tx.audit('terms.accepted', { version, locale, text_hash })
    return { version, accepted_at: (await acceptedAt(tx, user_reference)) ?? tx.now.toISOString() }
  })
}

interface Acceptance {
  user_reference: string
  version: string
  locale: Locale
  text_hash: string
  user_ip: string
}

/** Keeps the first acceptance of a version by a person. */
export const saveAcceptance = async (tx: TenantTransaction, { version, ...acceptance }: Acceptance): Promise<void> => {
  await tx.db
    .insertInto('terms_acceptances')
    .values({ client: tx.client, terms_version: version, accepted_at: tx.now, ...acceptance })
    .onConflict((conflict) => conflict.columns(['client', 'user_reference', 'terms_version']).doNothing())
    .execute()
}

/** When a person accepted the current terms; `null` if they did not. */
export const acceptedAt = async (tx: TenantTransaction, user_reference: string): Promise<string | null> => {
  const acceptance = await tx.db
    .selectFrom('terms_acceptances')
    .select('accepted_at')
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .where('terms_version', '=', currentTermsVersion)
    .executeTakeFirst()
  return acceptance?.accepted_at ?? null
}
