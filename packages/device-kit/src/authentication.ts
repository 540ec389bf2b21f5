import { fullPath, type VerifyRequest, type VerifyResponse, verifyDevice } from '@holdfast/contract'
import { sealEnrolmentUlid } from '@holdfast/custody'
import { ulid } from 'ulid'
import { DeviceCallError } from './device-call-error.ts'
import { exchange, type Network } from './exchange.ts'
import type { HandsetIdentity } from './handset-options.ts'

/** The session of an authenticated handset. */
export interface Session extends VerifyResponse {
  /** Milliseconds since 1970, by the handset's clock; earlier than the server's own expiry. */
  renew_at: number
}

export interface Authentication {
  /** The current session, or a new one when it has expired or is about to. Concurrent callers share one request. */
  session: () => Promise<Session>
  /** Forgets a session that the server refused. A session that was opened meanwhile is kept. */
  forget: (refused: Session) => void
}

/** A session is renewed when a tenth of its lifetime is left, so that no token expires during a call. */
const lifeInUse = 0.9

/**
 * Opens sessions with `POST /verify`. Every attempt seals a new ULID: one whose response was lost may have been used.
 *
 * @throws DeviceCallError `verify.refused`, `device.unknown_user`, `verify.stale` when not even the server's own time helps
 */
export const createAuthentication = (
  identity: HandsetIdentity,
  installationId: string,
  network: Network,
  now: () => number,
): Authentication => {
  let held: Session | undefined
  let opening: Promise<Session> | undefined

  const verify = async (time: number): Promise<Session> => {
    const request: Record<string, string> = { 'content-type': 'application/json' }
    const answer = await exchange(
      {
        method: verifyDevice.method,
        url: identity.origin + fullPath(verifyDevice),
        headers: request,
        body: JSON.stringify(await verifyRequest(identity, installationId, ulid(time))),
        answers: 'json',
      },
      network,
    )
    const response = answer.json as VerifyResponse
    return { ...response, renew_at: now() + response.expires_in * 1000 * lifeInUse }
  }

  /** A handset's clock may be off by days; then the time of the server's response is used. */
  const open = async (): Promise<Session> => {
    try {
      return await verify(now())
    } catch (error) {
      if (!(error instanceof DeviceCallError)) throw error
      if (error.code === 'verify.stale' && error.serverTime !== undefined) return verify(error.serverTime)
      if (error.code === 'verify.replayed') return verify(now())
      throw error
    }
  }

  return {
    session: async () => {
      if (held && now() < held.renew_at) return held
      opening ??= open().finally(() => {
        opening = undefined
      })
      held = await opening
      return held
    },
    forget: (refused) => {
      if (held === refused) held = undefined
    },
  }
}

const verifyRequest = async (
  identity: HandsetIdentity,
  installation_id: string,
  fresh: string,
): Promise<VerifyRequest> => {
  const { client, enrolment_secret, device_user_reference, device_info, phone_numbers, imeis } = identity
  const device_reference = device_info.serial_number
  return {
    client,
    device_info,
    ...(device_user_reference === undefined ? {} : { device_user_reference }),
    ulid_encrypted: await sealEnrolmentUlid({ enrolment_secret, client, device_reference, ulid: fresh }),
    phone_numbers,
    imeis,
    installation_id,
  }
}
