import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password matches its own hash only, however its letters are composed', async () => {
  const stored = await hashPassword('Inês à noite')
  expect(stored).toMatch(/^scrypt\$32768\$8\$3\$/)
  expect(await verifyPassword('Inês à noite'.normalize('NFD'), stored)).toBe(true)
  expect(await verifyPassword('ines a noite', stored)).toBe(false)
  expect(await hashPassword('Inês à noite')).not.toBe(stored)
}, 30_000)

test('hashes with other cost parameters still match', async () => {
  const older = 'scrypt$16384$8$1$c2FsdHNhbHRzYWx0c2FsdA$'
  const key = scryptSync('old password', Buffer.from('saltsaltsaltsalt'), 32, { N: 16_384, r: 8, p: 1 })
  expect(await verifyPassword('old password', older + key.toString('base64url'))).toBe(true)
})

test('checking a password takes equally long when the person does not exist', async () => {
  const stored = await hashPassword('a password')
  /** Processor time of this process in microseconds, which other load on the machine does not change. */
  const costOf = async (hash: string | null): Promise<number> => {
    const before = process.cpuUsage()
    expect(await verifyPassword('wrong', hash)).toBe(false)
    return process.cpuUsage(before).user
  }
  expect((await costOf(null)) / (await costOf(stored))).toBeGreaterThan(0.5)
}, 30_000)
