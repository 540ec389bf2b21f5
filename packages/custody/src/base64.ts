const binary = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

const bytesOf = (text: string): Uint8Array => {
  const decoded = atob(text)
  const bytes = new Uint8Array(decoded.length)
  for (let at = 0; at < decoded.length; at++) bytes[at] = decoded.charCodeAt(at)
  return bytes
}

/** Standard base64 with padding (RFC 4648 §4), for keys and signatures; not meant for recordings. */
export const encodeBase64 = (bytes: Uint8Array): string => btoa(binary(bytes))

/** The bytes; `undefined` unless `text` is exactly what `encodeBase64` returns for them. */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = bytesOf(text)
  return encodeBase64(bytes) === text ? bytes : undefined
}

/** base64url without padding (RFC 4648 §5). */
export const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** The bytes; `undefined` unless `text` is exactly what `encodeBase64Url` returns for them: one spelling per value. */
export const decodeBase64Url = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined
  const padded = text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4)
  return decodeBase64(padded)
}
