import { importPKCS8, SignJWT } from 'jose'
import type { Settings } from '../settings/index.ts'
import { readServiceAccount, type ServiceAccount } from './service-account.ts'

/** Wakes handsets through Firebase Cloud Messaging (HTTP v1). */
export interface Pusher {
  /**
   * Tells the app behind this registration token that commands wait for it. The message has no content of ours.
   * @returns `unregistered` if the token is good for nothing any more
   * @throws PushDelayed if it is to be tried again later; any other error if it could not be sent
   */
  tellCommandsWait(fcm_token: string): Promise<'sent' | 'unregistered'>
}

/** FCM asks to wait. */
export class PushDelayed extends Error {
  override name = 'PushDelayed'
  readonly waitMs: number

  constructor(status: number, waitMs: number) {
    super(`FCM answered ${status} and asks to wait for ${waitMs / 1000} s`)
    this.waitMs = waitMs
  }
}

const fcmOrigin = 'https://fcm.googleapis.com'
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const timeoutMs = 15_000
/** Where FCM names no time: its documentation asks for a minute at least. */
const defaultWaitMs = 60_000
const maxWaitMs = 60 * 60_000
const renewBeforeMs = 60_000
/** As long as a command waits for its device. */
const timeToLive = `${7 * 24 * 60 * 60}s`

/** `null` without FCM_CREDENTIALS_URL: handsets fetch commands from time to time. @throws Error if the file can't be used */
export const openPusher = (
  { fcmCredentialsUrl }: Pick<Settings, 'fcmCredentialsUrl'>,
  origin = fcmOrigin,
): Pusher | null => {
  if (fcmCredentialsUrl === undefined) return null
  const account = readServiceAccount(fcmCredentialsUrl)
  const accessToken = cachedAccessToken(account)
  const send = async (fcm_token: string) =>
    fetch(`${origin}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await accessToken.current()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: messageTo(fcm_token) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    tellCommandsWait: async (fcm_token) => {
      const first = await send(fcm_token)
      if (first.status !== 401) return outcomeOf(first)
      // Access tokens can be revoked before their time.
      await first.body?.cancel()
      accessToken.forget()
      return outcomeOf(await send(fcm_token))
    },
  }
}

const messageTo = (token: string) => ({
  token,
  data: { type: 'commands_waiting' },
  android: { priority: 'HIGH', collapse_key: 'commands_waiting', ttl: timeToLive },
})

const outcomeOf = async (response: Response): Promise<'sent' | 'unregistered'> => {
  const { status } = response
  const text = await response.text()
  if (response.ok) return 'sent'
  if (isTokenRefused(status, text)) return 'unregistered'
  if (status === 429 || status === 503) throw new PushDelayed(status, waitMsOf(response))
  throw new Error(`FCM answered ${status}`)
}

/** A token that is unknown, malformed or of another project will never work. */
const isTokenRefused = (status: number, text: string): boolean => {
  const details = detailsOf(text)
  const codes = details.map(({ errorCode }) => errorCode)
  if (status === 404) return codes.includes('UNREGISTERED')
  if (status === 403) return codes.includes('SENDER_ID_MISMATCH')
  const fields = details.flatMap(({ fieldViolations }) => fieldViolations?.map(({ field }) => field) ?? [])
  return status === 400 && fields.includes('message.token')
}

interface FcmErrorDetail {
  errorCode?: string
  fieldViolations?: { field?: string }[]
}

const detailsOf = (text: string): FcmErrorDetail[] => {
  try {
    return (JSON.parse(text) as { error?: { details?: FcmErrorDetail[] } }).error?.details ?? []
  } catch {
    return []
  }
}

/** `Retry-After` in seconds or as a date. */
const waitMsOf = (response: Response): number => {
  const value = response.headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), maxWaitMs) : defaultWaitMs
}

/** An access token by OAuth2 (RFC 7523), kept until shortly before it ends. */
const cachedAccessToken = (account: ServiceAccount) => {
  let cached: { token: string; until: number } | null = null
  return {
    current: async (): Promise<string> => {
      if (!cached || cached.until <= performance.now()) cached = await fetchAccessToken(account)
      return cached.token
    },
    forget: () => {
      cached = null
    },
  }
}

const fetchAccessToken = async ({ client_email, private_key, token_uri }: ServiceAccount) => {
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(private_key, 'RS256'))
  const response = await fetch(token_uri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`${token_uri} answered ${response.status} to the service account`)
  const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number }
  return { token: access_token, until: performance.now() + expires_in * 1000 - renewBeforeMs }
}
