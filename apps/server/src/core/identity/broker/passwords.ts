import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's parameters for scrypt: N = 2^15, r = 8, p = 3 (32 MiB, about 0.2 s of one core). */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const
const keyBytes = 32
const maxMemoryBytes = 128 * 1024 * 1024

/** Longer passwords never match. Their rest is cut off before hashing, to limit the work. */
export const maxPasswordLength = 256

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. The hash names its cost, so that old hashes still verify when it rises. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether the password is correct. Without a stored hash it does the same work and returns `false`, so that the response time
 * does not reveal whether the person exists.
 */
export const verifyPassword = async (password: string, storedHash: string | null | undefined): Promise<boolean> => {
  const [, N, r, p, salt, key] = parse(storedHash ?? absentHash)
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N, r, p })
  const matches = timingSafeEqual(actual, Buffer.from(key, 'base64url'))
  return matches && storedHash != null
}

const absentHash = ['scrypt', cost.N, cost.r, cost.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

const parse = (stored: string): [scheme: string, N: number, r: number, p: number, salt: string, key: string] => {
  const [scheme, N, r, p, salt, key] = stored.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) throw new TypeError('not a password hash')
  return [scheme, Number(N), Number(r), Number(p), salt, key]
}

const derive = (password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: maxMemoryBytes }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
