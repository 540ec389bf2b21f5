import { calls } from '@holdfast/contract'
import { callApi, session } from '../../shared/api/client.ts'
import { isOwnAddress, takePendingSignIn } from '../../shared/session/pending-sign-in.ts'
import { providerAccount } from '../../shared/session/provider-account.ts'

export const signInAddress = (): string => `${location.origin}/sign-in`

/** Returns `false` when the exchange fails (rules-and-calls section 7). */
const exchange = async (client: string, code: string, codeVerifier: string): Promise<boolean> => {
  try {
    const answer = await callApi(calls.exchangeForAccount, {
      client,
      query: { code, redirect_uri: signInAddress(), code_verifier: codeVerifier },
      isQuiet: true,
    })
    session.signIn(client, answer)
    return true
  } catch {
    return false
  }
}

export type SignInOutcome = { ok: true; goTo: string } | { ok: false; reason: 'state' | 'exchange' }

/** Completes the sign-in that this tab began. The state must be its own, and the code is tried once. */
export const completeSignIn = async (code: string, state: string): Promise<SignInOutcome> => {
  const pending = takePendingSignIn(state)
  if (!pending) return { ok: false, reason: 'state' }
  if (!(await exchange(pending.client, code, pending.codeVerifier))) return { ok: false, reason: 'exchange' }
  const home = pending.client === providerAccount ? '/internal' : '/dashboard'
  return { ok: true, goTo: isOwnAddress(pending.returnTo) && pending.returnTo !== '/' ? pending.returnTo : home }
}
