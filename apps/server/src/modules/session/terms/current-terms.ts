import { createHash } from 'node:crypto'
import type { Locale } from '@holdfast/contract'
import { englishTerms } from './english.ts'
import { portugueseTerms } from './portuguese.ts'

/** Version of the texts below. People who accepted another version are asked again. */
export const currentTermsVersion = '2026-1'

const publishedAt = '2026-01-05T00:00:00.000Z'

interface TermsText {
  version: string
  locale: Locale
  /** Markdown. */
  text: string
  /** SHA-256 of the text in UTF-8, in hex, to prove later what a person accepted. */
  text_hash: string
  published_at: string
}

const texts: Record<Locale, string> = { 'en-GB': englishTerms, 'pt-BR': portugueseTerms }

export const currentTerms = (locale: Locale): TermsText => ({
  version: currentTermsVersion,
  locale,
  text: texts[locale],
  text_hash: createHash('sha256').update(texts[locale], 'utf8').digest('hex'),
  published_at: publishedAt,
})
