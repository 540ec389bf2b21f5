const sliceBytes = 0x8000

/** Standard base64 with padding (RFC 4648 §4), with functions that telephones and Node both have. */
export const base64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + sliceBytes))
  }
  return btoa(binary)
}
