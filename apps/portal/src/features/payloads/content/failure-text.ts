import type { MessageId, useText } from '../../../shared/i18n/text.ts'

const texts: Readonly<Record<string, MessageId>> = {
  malformed: 'failure.malformed',
  wrong_key: 'failure.wrong_key',
  wrong_iv: 'failure.wrong_iv',
  tampered: 'failure.tampered',
  truncated: 'failure.truncated',
  too_large: 'failure.too_large',
  unusable_key: 'failure.unusable_key',
  checksum: 'failure.checksum',
  missing: 'failure.missing',
  ended_workers: 'failure.ended_workers',
}

/** What is damaged, in words; the server's code if it is a new one. */
export const failureText = (t: ReturnType<typeof useText>, found: string | null): string => {
  const known = texts[found ?? '']
  return known ? t(known) : (found ?? '–')
}
