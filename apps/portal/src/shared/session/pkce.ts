const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** 256 random bits as base64url: 43 characters, the minimum of RFC 7636 section 4.1. */
export const randomToken = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** The S256 challenge of a verifier (RFC 7636 section 4.2). */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
