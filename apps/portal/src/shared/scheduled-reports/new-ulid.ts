const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeCharacters = 10
const randomBytes = 16

/** A reference for something that the browser creates: its time, then 80 random bits (https://github.com/ulid/spec). */
export const newUlid = (): string => {
  const now = Date.now()
  const time = Array.from({ length: timeCharacters }, (_, place) =>
    Math.floor(now / alphabet.length ** (timeCharacters - 1 - place)),
  )
  const digits = [...time, ...crypto.getRandomValues(new Uint8Array(randomBytes))]
  return digits.map((digit) => alphabet[digit % alphabet.length]).join('')
}
