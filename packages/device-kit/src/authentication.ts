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
  /** Says that a session was refused right after it was opened. */
  refusedAtOnce: (refused: Session) => void
  /** How many sessions were opened. */
  sessions: () => number
}

/** One installation of the app on a handset. */
export interface Installation {
  installation_id: string
  /** Whether the server has seen it. */
  isVerified: boolean
  /** Stores that the server has seen it. */
  noteVerified: () => Promise<void>
}

/** A session is renewed when a tenth of its lifetime is left, so that no token expires during a call. */
const lifeInUse = 0.9

/** While two handsets seem to share a serial number, each authenticates at most once in this time. */
const contestedPauseMs = 60 * 60 * 1000

/**
 * Opens sessions with `POST /verify`. Every attempt seals a new ULID: one whose response was lost may have been used.
 *
 * When another handset seems to have the same serial number (docs/device-calls.md), sessions are not renewed more than once an hour.
 *
 * @throws DeviceCallError `auth.bad_token` during that hour, `verify.refused`, `device.unknown_user`, `verify.stale` when not even the server's own time helps
 */
export const createAuthentication = (
  identity: HandsetIdentity,
  installation: Installation,
  network: Network,
  now: () => number,
): Authentication => {
  let held: Session | undefined
  let opening: Promise<Session> | undefined
  let opened = 0
  let openedAt = Number.NEGATIVE_INFINITY
  let isContested = false

  const verify = async (time: number): Promise<Session> => {
    const request: Record<string, string> = { 'content-type': 'application/json' }
    const answer = await exchange(
      {
        method: verifyDevice.method,
        url: identity.origin + fullPath(verifyDevice),
        headers: request,
        body: JSON.stringify(await verifyRequest(identity, installation.installation_id, ulid(time))),
        answers: 'json',
      },
      network,
    )
    const response = answer.json as VerifyResponse
    isContested = response.install_state === 'FactoryReset' && installation.isVerified
    await installation.noteVerified()
    opened += 1
    openedAt = now()
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
      if (isContested && now() - openedAt < contestedPauseMs) {
        const message = 'Another handset seems to have this serial number; device management has to help'
        throw new DeviceCallError('auth.bad_token', message, { status: 401 })
      }
      opening ??= open().finally(() => {
        opening = undefined
      })
      held = await opening
      return held
    },
    forget: (refused) => {
      if (held === refused) held = undefined
    },
    refusedAtOnce: (refused) => {
      if (held !== refused) return
      held = undefined
      isContested = true
    },
    sessions: () => opened,
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
