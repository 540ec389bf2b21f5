/** Header fields of messages (RFC 5322) in lines of at most 78 characters, whatever text they have. */

export const lineEnd = '\r\n'

/** Characters that end lines or change the writing direction stand for nothing in a header. */
const withoutControls = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

const plainCharacters = 60
const isPlain = (text: string): boolean =>
  text.length <= plainCharacters && /^[\x20-\x7e]*$/.test(text) && !text.includes('=?')

/** Bytes of one encoded word, which has 75 characters at most (RFC 2047). */
const wordBytes = 45

/** Text as encoded words, which are separate lines of one header field. */
const encodedWords = (text: string): string => {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(`${lineEnd} `)
}

/** A header field with text. */
export const textHeader = (name: string, text: string): string => {
  const plain = withoutControls(text)
  return `${name}: ${isPlain(plain) ? plain : encodedWords(plain)}${lineEnd}`
}

export const dateHeader = (time: string): string =>
  `Date: ${new Date(time).toUTCString().replace('GMT', '+0000')}${lineEnd}`

export interface Mailbox {
  name: string | null
  /** An address of the form `local@domain`. */
  address: string
}

/** A header field with addresses, each on its own line; nothing without any. */
export const addressHeader = (name: string, mailboxes: readonly Mailbox[]): string =>
  mailboxes.length === 0 ? '' : `${name}: ${mailboxes.map(mailboxText).join(`,${lineEnd} `)}${lineEnd}`

const mailboxText = ({ name, address }: Mailbox): string => {
  const plain = withoutControls(name ?? '')
  if (plain === '') return `<${address}>`
  const shown = isPlain(plain) ? `"${plain.replace(/["\\]/g, '\\$&')}"` : encodedWords(plain)
  return `${shown}${lineEnd} <${address}>`
}

/** A type that a part in base64 may have: not `message` or `multipart` (RFC 2045 section 6.4). */
export const partType = (contentType: string): string =>
  /^(?!message\/|multipart\/)[a-z]+\/[a-z0-9.+-]+$/.test(contentType) ? contentType : 'application/octet-stream'
