/** The new expiry is this much short of the stated lifetime (rules-and-calls section 7). */
export const expiryMarginMs = 5000

/** What the exchange call answers. `expires_in` is in seconds. */
export interface ExchangeAnswer {
  id_token: string
  refresh_token: string
  expires_in: number
}

export interface Tokens {
  idToken: string
  refreshToken: string
  /** Milliseconds since the epoch, margin already taken off. */
  expiresAt: number
}

export const tokensFrom = (answer: ExchangeAnswer, now: number): Tokens => ({
  idToken: answer.id_token,
  refreshToken: answer.refresh_token,
  expiresAt: now + answer.expires_in * 1000 - expiryMarginMs,
})

export const isExpired = (tokens: Tokens, now: number): boolean => now >= tokens.expiresAt
