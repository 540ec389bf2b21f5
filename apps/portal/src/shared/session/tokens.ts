import { limits, type SessionTokens } from '@holdfast/contract'

export interface Tokens {
  idToken: string
  refreshToken: string
  /** Milliseconds since the epoch, 5 s before the stated end (rules-and-calls section 7). */
  expiresAt: number
}

export const tokensFrom = (answer: SessionTokens, now: number): Tokens => ({
  idToken: answer.id_token,
  refreshToken: answer.refresh_token,
  expiresAt: now + (answer.expires_in - limits.tokenExpiryMarginSeconds) * 1000,
})

export const isExpired = (tokens: Tokens, now: number): boolean => now >= tokens.expiresAt
