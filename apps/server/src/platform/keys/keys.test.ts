import { spawn } from 'node:child_process'
import { createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { calculateJwkThumbprint } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openKeys, UnwrapError } from './index.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-keys-'))
  path = join(folder, 'master.key')
})
afterEach(() => rm(folder, { recursive: true }))

const opened = () => openKeys(`file:${path}`)
const plain = Buffer.from('a data key')

describe('the key file', () => {
  it('is created with one 32-byte master key that only its owner can read, and leaves no other file', async () => {
    await opened()
    const info = await stat(path)
    expect(info.mode & 0o777).toBe(0o600)
    expect(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')).toHaveLength(32)
    expect(await readdir(folder)).toEqual(['master.key'])
  })

  it('is created once when many open it at the same time', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, opened))
    const wrapped = many.map((keys) => keys.wrap(plain, 'x'))
    for (const keys of many) {
      for (const text of wrapped) expect(Buffer.from(keys.unwrap(text, 'x'))).toEqual(plain)
    }
  })

  it('is created once when two processes start at the same time', async () => {
    const script = `import { openKeys } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      const keys = await openKeys(${JSON.stringify(`file:${path}`)})
      process.stdout.write(Buffer.from(keys.derive('p', 16)).toString('hex'))`
    const outputs = await Promise.all([0, 1].map(() => outputOf(script)))
    expect(outputs[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(outputs[1]).toBe(outputs[0])
  })

  it.each([
    ['nothing', ''],
    ['only a comment', '# later\n'],
    ['a short key', `${randomBytes(31).toString('base64url')}\n`],
    ['something that is not base64url', `${'!'.repeat(43)}\n`],
  ])('is refused with %s, and the error does not repeat its content', async (_what, text) => {
    await writeFile(path, text, { mode: 0o600 })
    const error = await opened().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain(path)
    if (text.trim()) expect(String(error)).not.toContain(text.trim())
  })

  it('is refused when every user of the machine can read it', async () => {
    await opened()
    await chmod(path, 0o644)
    await expect(opened()).rejects.toThrow('chmod 600')
  })

  it('is not created in a folder that does not exist', async () => {
    await expect(openKeys(`file:${folder}/none/master.key`)).rejects.toThrow("is missing and can't be created")
  })

  it.each(['https://keys.example', 'master.key', ''])('refuses the address %j', async (url) => {
    await expect(openKeys(url)).rejects.toThrow('KEYS_URL must begin with file:')
  })
})

describe('wrapping', () => {
  it('unwraps to the same bytes for the same purpose, also after a restart', async () => {
    const [keys, later] = [await opened(), await opened()]
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, purpose) => {
        expect(Buffer.from(later.unwrap(keys.wrap(bytes, purpose), purpose))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it('gives a different text each time, and reveals nothing of the bytes', async () => {
    const keys = await opened()
    const texts = new Set(Array.from({ length: 100 }, () => keys.wrap(plain, 'x')))
    expect(texts.size).toBe(100)
    for (const text of texts) {
      expect(text).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]+$/)
      expect(Buffer.from(text.split('.')[2] ?? '', 'base64url').includes(plain)).toBe(false)
    }
  })

  it('cannot be unwrapped for another purpose', async () => {
    const keys = await opened()
    expect(() => keys.unwrap(keys.wrap(plain, 'a'), 'b')).toThrow(UnwrapError)
  })

  it('cannot be unwrapped when any character is changed, removed or added', async () => {
    const keys = await opened()
    const text = keys.wrap(plain, 'x')
    for (let i = 0; i < text.length; i++) {
      const other = text[i] === 'A' ? 'B' : 'A'
      expect(() => keys.unwrap(text.slice(0, i) + other + text.slice(i + 1), 'x')).toThrow(UnwrapError)
      expect(() => keys.unwrap(text.slice(0, i) + text.slice(i + 1), 'x')).toThrow(UnwrapError)
      expect(() => keys.unwrap(`${text.slice(0, i)}!${text.slice(i)}`, 'x')).toThrow(UnwrapError)
    }
    expect(() => keys.unwrap('', 'x')).toThrow(UnwrapError)
  })
})

describe('rotation', () => {
  it('wraps, signs and makes MACs with the new master key, and still accepts what the old one made', async () => {
    const before = await opened()
    const wrapped = before.wrap(plain, 'x')
    const mac = before.mac('m', 'data')
    const oldJwk = before.signingKey('s').publicJwk
    await writeFile(path, `${randomBytes(32).toString('base64url')} # new\n${await readFile(path, 'utf8')}`)

    const after = await opened()
    expect(Buffer.from(after.unwrap(wrapped, 'x'))).toEqual(plain)
    expect(after.verifyMac('m', 'data', mac)).toBe(true)
    expect(after.verificationKeys('s')).toEqual([after.signingKey('s').publicJwk, oldJwk])
    expect(after.signingKey('s').publicJwk.kid).not.toBe(oldJwk.kid)
    expect(() => before.unwrap(after.wrap(plain, 'x'), 'x')).toThrow(UnwrapError)
    expect(before.verifyMac('m', 'data', after.mac('m', 'data'))).toBe(false)
  })
})

describe('derived keys', () => {
  it('are the same at every start, and differ by purpose and by use', async () => {
    const [keys, later] = [await opened(), await opened()]
    expect(keys.derive('a', 48)).toEqual(later.derive('a', 48))
    expect(keys.derive('a', 48)).toHaveLength(48)
    expect(keys.derive('a', 32)).not.toEqual(keys.derive('b', 32))
    expect(keys.signingKey('a').publicJwk).toEqual(later.signingKey('a').publicJwk)
    expect(keys.signingKey('a').publicJwk.x).not.toBe(keys.signingKey('b').publicJwk.x)
  })

  it('make signatures that their public JWK verifies, under its RFC 7638 thumbprint', async () => {
    const { privateKey, publicJwk } = (await opened()).signingKey('checkpoints')
    const publicKey = createPublicKey({ key: publicJwk, format: 'jwk' })
    expect(verify(null, plain, publicKey, sign(null, plain, privateKey))).toBe(true)
    expect(publicJwk.kid).toBe(await calculateJwkThumbprint(publicJwk))
  })

  it('make a MAC that verifies for its purpose and data only', async () => {
    const keys = await opened()
    const mac = keys.mac('a', 'data')
    expect(mac).toHaveLength(32)
    expect(keys.verifyMac('a', Buffer.from('data'), mac)).toBe(true)
    expect(keys.verifyMac('b', 'data', mac)).toBe(false)
    expect(keys.verifyMac('a', 'date', mac)).toBe(false)
    expect(keys.verifyMac('a', 'data', mac.subarray(1))).toBe(false)
    expect(keys.verifyMac('a', 'data', new Uint8Array(32))).toBe(false)
  })
})

const outputOf = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
