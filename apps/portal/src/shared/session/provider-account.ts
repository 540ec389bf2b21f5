/** The provider's own account. Its people are staff. */
export const providerAccount = 'admin'
