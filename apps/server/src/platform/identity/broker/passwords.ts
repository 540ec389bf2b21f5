import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's figures for scrypt: N = 2^15, r = 8, p = 3 (32 MiB, about 0.2 s of a core). */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const
const keyBytes = 32
const maxMemoryBytes = 128 * 1024 * 1024

/** Passwords longer than this are refused before any work is spent on them. */
export const maxPasswordLength = 256

/** `scrypt$N$r$p$salt$key`, salt and key in base64url, so that the cost can rise while old hashes still verify. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether the password is the one. Without a stored hash it does the same work and answers no, so that time does not
 * tell whether somebody exists.
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
