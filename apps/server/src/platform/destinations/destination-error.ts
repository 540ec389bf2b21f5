/** Why a destination could not be used, and whether the same may work later without anybody changing anything. */
const codes = {
  /** The address is not public, or the host has none. */
  forbidden_address: { isTransient: false },
  unreachable: { isTransient: true },
  /** The server has not the pinned key. */
  host_key: { isTransient: false },
  sign_in: { isTransient: false },
  /** The root folder or the bucket does not exist. */
  not_found: { isTransient: false },
  no_space: { isTransient: true },
  /** The server does not allow it. */
  refused: { isTransient: false },
  /** A file of this name with other content is there. */
  exists_differently: { isTransient: false },
  /** The file at the destination has not the content that was sent. */
  differs: { isTransient: true },
  invalid_name: { isTransient: false },
  too_large: { isTransient: false },
  timeout: { isTransient: true },
  /** The connection ended. */
  interrupted: { isTransient: true },
  cancelled: { isTransient: true },
} as const

export type DestinationErrorCode = keyof typeof codes

/** The message is in English, for people, and has no secrets. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError'
  readonly code: DestinationErrorCode
  readonly isTransient: boolean

  constructor(code: DestinationErrorCode, message: string) {
    super(message)
    this.code = code
    this.isTransient = codes[code].isTransient
  }
}

const longestAnswer = 200

/** Words of a server, for a message: short, on one line, and without the secrets that a hostile server could repeat. */
export const shownAnswer = (text: string, secrets: readonly (string | null)[] = []): string => {
  const known = secrets.filter((secret) => secret !== null && secret !== '')
  const hidden = known.reduce<string>((shown, secret) => shown.replaceAll(secret ?? '', '…'), text)
  const line = hidden.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length > longestAnswer ? `${line.slice(0, longestAnswer)}…` : line
}
