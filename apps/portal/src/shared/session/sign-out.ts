import { calls } from '@holdfast/contract'
import { callApi, session } from '../api/client.ts'
import { runBeforeSignOut } from './before-sign-out.ts'

/** A server that does not answer must not keep anybody signed in. */
const patienceMs = 2_000

/**
 * Ends the session at the server, so that nobody can continue it and the next sign-in asks for the password, and then
 * in this browser. The server comes first, because the call needs the id token.
 */
export const signOut = (): Promise<void> =>
  session.leave(async () => {
    const signal = AbortSignal.timeout(patienceMs)
    const givenUp = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    await Promise.race([signOutAtServer(signal).catch(() => undefined), givenUp])
  })

const signOutAtServer = async (signal: AbortSignal): Promise<void> => {
  await runBeforeSignOut()
  // A refresh would use up the refresh token, so it comes before the token is read.
  await session.freshIdToken()
  const refresh_token = session.state().tokens?.refreshToken
  if (refresh_token) await callApi(calls.signOut, { body: { refresh_token }, isQuiet: true, signal })
}
