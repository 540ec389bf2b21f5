import { type NewClient, ProductError, type ValidationProblem } from '@holdfast/contract'
import { isPrefixedReference } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import { addressProblem } from '../../platform/network/index.ts'

type SigningIn = Pick<NewClient, 'identity_provider' | 'administrator'>

/**
 * Refuses an account that nobody could sign in to, and an identity provider with an unusable address. If one provider
 * signs in the people of all accounts (`IDENTITY_ISSUER`), the account needs neither a provider nor an administrator.
 * @throws ProductError `request.invalid`
 */
export const assertPeopleCanSignIn = (
  { identity, settings }: Pick<Platform, 'identity' | 'settings'>,
  { identity_provider, administrator = null }: SigningIn,
): void => {
  const hasPasswords = identity.broker !== null && identity_provider === null
  const problems: ValidationProblem[] = []
  if (hasPasswords && administrator === null) {
    problems.push(problem('administrator', 'required', 'or an identity_provider: without either nobody could sign in'))
  }
  if (!hasPasswords && administrator !== null) {
    problems.push(problem('administrator', 'not', 'people of this account sign in at another provider'))
  }
  if (administrator !== null && isPrefixedReference(administrator.user_reference)) {
    problems.push(
      problem('administrator/user_reference', 'not', "is what the provider's staff or client apps are called"),
    )
  }
  const unusable = identity_provider && addressProblem(identity_provider.issuer, settings)
  if (unusable) problems.push(problem('identity_provider/issuer', 'address', unusable))
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
}

const problem = (field: string, keyword: string, message: string): ValidationProblem => ({
  path: `/body/${field}`,
  keyword,
  params: keyword === 'required' ? { missingProperty: field } : {},
  message,
})
