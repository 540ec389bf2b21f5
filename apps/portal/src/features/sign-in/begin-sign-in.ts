import { type AccountMetadata, calls } from '@holdfast/contract'
import { callApi } from '../../shared/api/client.ts'
import { queryText } from '../../shared/api/query-text.ts'
import { keepPendingSignIn } from '../../shared/session/pending-sign-in.ts'
import { challengeOf, randomToken } from '../../shared/session/pkce.ts'
import { rememberClient } from '../../shared/session/remembered-client.ts'

/** Client identifiers (docs/decisions/0001, 'Addresses'). */
export const clientPattern = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/

/** What anybody may know about an account before signing in. Rejects with 404 if there is none. */
export const readAccount = (client: string): Promise<AccountMetadata> =>
  callApi(calls.getAccountMetadata, { client, isQuiet: true })

/** Opens the account's sign-in page, with a PKCE challenge and a state that only this tab knows. */
export const beginSignIn = async (client: string, returnTo: string): Promise<void> => {
  const [state, codeVerifier] = [randomToken(), randomToken()]
  const { url } = await callApi(calls.getUrl, {
    client,
    query: { state, code_challenge: await challengeOf(codeVerifier) },
    isQuiet: true,
  })
  keepPendingSignIn({ client, state, codeVerifier, returnTo })
  rememberClient(client)
  location.assign(url)
}

/** Opens /sign-in with the account. Where each portal has its own host, the server redirects to the account's. */
export const goToItsHost = (client: string, returnTo: string): void =>
  location.assign(`/sign-in?${queryText({ client, return_to: returnTo })}`)
