import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Sha256Hex, text } from './fields.ts'
import { limits } from './limits.ts'
import { Locale } from './locales.ts'
import { closed, nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

const TermsVersion = text(64, 1)

export const Terms = Type.Object(
  {
    version: TermsVersion,
    locale: Locale,
    text: Type.String({ description: 'Markdown' }),
    text_hash: Sha256Hex,
    published_at: Timestamp,
    accepted_at: nullable(Timestamp),
  },
  { title: 'Terms', description: 'The current terms in one language, and when the caller accepted them.' },
)
export type Terms = Static<typeof Terms>

export const TermsAcceptance = Type.Object(
  { version: TermsVersion, text_hash: Sha256Hex, locale: Locale },
  { ...closed, title: 'TermsAcceptance', description: 'Which text was read and accepted.' },
)

export const getTerms = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/terms',
  summary: 'Reads the current terms.',
  action: 'signed_in',
  query: Type.Object({ locale: Type.Optional(Locale) }, closed),
  response: Terms,
  beforeTerms: true,
  outsideAccountRanges: true,
  beyondSpecification: true,
})

export const acceptTerms = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/terms/acceptance',
  summary: 'Accepts the current terms, by version and hash of the text that was shown.',
  action: 'signed_in',
  body: TermsAcceptance,
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Type.Object({ version: TermsVersion, accepted_at: Timestamp }),
  audit: 'terms.accepted',
  errors: ['terms.version_superseded'],
  beforeTerms: true,
  outsideAccountRanges: true,
  beyondSpecification: true,
})

export const termsCalls = { getTerms, acceptTerms }
