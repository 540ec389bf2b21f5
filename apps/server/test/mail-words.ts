/** The words of a header, which may be encoded (RFC 2047). */
export const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/g, (_, encoding: string, words: string) =>
      encoding === 'B'
        ? Buffer.from(words, 'base64').toString()
        : Buffer.from(fromQuoted(words.replaceAll('_', ' ')), 'latin1').toString(),
    )
    .replaceAll(/\r\n\s+/g, ' ')

/** The text of an e-mail, which may be encoded as quoted-printable or base64. */
export const bodyOf = (text: string): string => {
  const body = text.slice(text.indexOf('\r\n\r\n'))
  if (/Content-Transfer-Encoding: base64/i.test(text)) return Buffer.from(body, 'base64').toString()
  return Buffer.from(fromQuoted(body.replaceAll('=\r\n', '')), 'latin1').toString()
}

const fromQuoted = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
