const prefix = 'portal.'

/**
 * The OIDC client of an account, and so the audience of its people's id tokens: a token of one account is invalid for
 * another. Account names: docs/decisions/0001, 'Addresses'.
 */
export const clientIdOf = (client: string): string => `${prefix}${client}`

/** The account of an OIDC client id; `undefined` when it is not one of ours. */
export const accountOfClientId = (clientId: unknown): string | undefined => {
  if (typeof clientId !== 'string' || !clientId.startsWith(prefix)) return undefined
  const client = clientId.slice(prefix.length)
  return isAccountName(client) ? client : undefined
}

export const isAccountName = (client: string): boolean => /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/.test(client)
