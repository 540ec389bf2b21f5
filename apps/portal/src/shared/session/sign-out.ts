import { calls } from '@holdfast/contract'
import { callApi, session } from '../api/client.ts'

/** Ends the session here at once, and at the server as well as can be: a lost connection keeps nobody signed in. */
export const signOut = async (): Promise<void> => {
  const refreshToken = session.state().tokens?.refreshToken
  const revoked = refreshToken
    ? callApi(calls.signOut, { body: { refresh_token: refreshToken }, isQuiet: true }).catch(() => undefined)
    : undefined
  // Let the call take its id token before the session forgets it.
  await Promise.resolve()
  session.signOut()
  await revoked
}
