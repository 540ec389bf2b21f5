/** The provider's own account: its people are the provider's staff. */
export const providerAccount = 'admin'
