import { type AccountMetadata, calls } from '@holdfast/contract'
import { callApi } from '../../shared/api/client.ts'
import { queryText } from '../../shared/api/query-text.ts'
import { keepPendingSignIn } from '../../shared/session/pending-sign-in.ts'
import { challengeOf, randomToken } from '../../shared/session/pkce.ts'
import { rememberClient } from '../../shared/session/remembered-client.ts'

/** Client identifiers (docs/decisions/0001, 'Addresses'). */
export const clientPattern = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/

/** What may be known about an account before signing in; rejects with 404 when there is none. */
export const readAccount = (client: string): Promise<AccountMetadata> =>
  callApi(calls.getAccountMetadata, { client, isQuiet: true })

/** Sends the browser to the account's sign-in page, with a PKCE challenge and a state that only this tab knows. */
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

/** Where each portal has its own host, the server sends this address on to that of the account. */
export const goToItsHost = (client: string, returnTo: string): void =>
  location.assign(`/sign-in?${queryText({ client, return_to: returnTo })}`)
