/** A part of a message, as programs that show mail read it. */
interface ReadPart {
  headers: Readonly<Record<string, string>>
  content: Buffer
}

const word = /=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g

/** Unfolds the lines of a header and decodes its words (RFC 5322, RFC 2047). */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .replace(/\?=\r\n =\?/g, '?==?')
      .replace(/\r\n /g, ' ')
      .split('\r\n')
      .map((line) => {
        const [, name = '', value = ''] = /^([A-Za-z-]+): (.*)$/s.exec(line) ?? []
        return [name.toLowerCase(), value.replace(word, (_, base64) => Buffer.from(base64, 'base64').toString())]
      }),
  )

/** Reads a message of one level (RFC 2045, RFC 2046). */
export const readMail = (bytes: Buffer): { headers: Readonly<Record<string, string>>; parts: ReadPart[] } => {
  const text = bytes.toString('latin1')
  const headers = headersOf(text.slice(0, text.indexOf('\r\n\r\n')))
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const [, ...parts] = text.split(`\r\n--${boundary}`)
  if (parts.pop() !== '--\r\n') throw new Error('The message is not complete')
  return {
    headers,
    parts: parts.map((part) => {
      const end = part.indexOf('\r\n\r\n')
      return {
        headers: headersOf(part.slice(2, end)),
        content: Buffer.from(part.slice(end + 4), 'base64'),
      }
    }),
  }
}
