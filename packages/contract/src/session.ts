import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { OAuth2Code, State, text } from './fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'

export const SignInUrl = Type.Object(
  { url: Type.String() },
  { title: 'SignInUrl', description: 'Where to send the browser for signing in.' },
)

/** RFC 7636: 43 characters of base64url for S256; a verifier has 43 to 128. */
const CodeChallenge = Type.String({ rule: 'CodeChallenge', pattern: '^[A-Za-z0-9_-]{43}$' })
const CodeVerifier = Type.String({ rule: 'CodeVerifier', pattern: '^[A-Za-z0-9._~-]{43,128}$' })

export const getUrl = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/url',
  summary: 'Gives the address to send the browser to for signing in.',
  action: 'public',
  query: Type.Object(
    {
      local_port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
      state: Type.Optional(State),
      code_challenge: Type.Optional(CodeChallenge),
    },
    closed,
  ),
  response: SignInUrl,
})

/** Either `code` with `redirect_uri`, or `refresh_token`. */
export const ExchangeQuery = Type.Object(
  {
    code: Type.Optional(OAuth2Code),
    redirect_uri: Type.Optional(text(2048, 1)),
    code_verifier: Type.Optional(CodeVerifier),
    refresh_token: Type.Optional(text(4096, 1)),
  },
  closed,
)
export type ExchangeQuery = Static<typeof ExchangeQuery>

export const SessionTokens = Type.Object(
  {
    expires_in: Type.Integer({ minimum: 0, description: 'Seconds that id_token lives' }),
    id_token: Type.String(),
    refresh_token: Type.String(),
  },
  { title: 'SessionTokens', description: 'The tokens of a session.' },
)
export type SessionTokens = Static<typeof SessionTokens>

const exchange = {
  method: 'GET',
  path: '/exchange',
  summary: 'Exchanges a sign-in code, or a refresh token, for tokens.',
  action: 'public',
  query: ExchangeQuery,
  response: SessionTokens,
  errors: ['auth.exchange_failed', 'auth.bad_token', 'auth.inactive', 'auth.address_not_allowed'],
  beforeTerms: true,
} as const

export const exchangeForAccount = call({ catalogue: 'admin-client', ...exchange })

export const exchangeForStaff = call({ catalogue: 'admin-internal', ...exchange })

export const signOut = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/session/sign_out',
  summary: 'Ends the session and revokes its refresh token.',
  action: 'signed_in',
  body: Type.Object({ refresh_token: Type.Optional(text(4096, 1)) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  responseKind: 'empty',
  audit: 'session.signed_out',
  beforeTerms: true,
  outsideAccountRanges: true,
  beyondSpecification: true,
})

export const sessionCalls = { getUrl, exchangeForAccount, exchangeForStaff, signOut }
