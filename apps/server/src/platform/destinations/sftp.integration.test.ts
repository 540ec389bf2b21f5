import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Proftpd, startProftpd } from '../../../../../tests/setup/proftpd.ts'
import { type SftpServer, type Sshd, startSshd } from '../../../../../tests/setup/sshd.ts'
import { fileOf, sha256Of, unhindered } from '../../../test/delivered-files.ts'
import type { SftpOptions } from './destination.ts'
import { type Destination, DestinationError, examineDestination, openDestination } from './index.ts'

let sshd: Sshd
let proftpd: Proftpd
beforeAll(async () => {
  sshd = await startSshd()
  proftpd = await startProftpd({ configuration: 'AllowOverwrite on' })
})
afterAll(async () => {
  await sshd?.stop()
  await proftpd?.stop()
})

const parts = { settings: { allowPrivateAddresses: true, transferStsUrl: undefined } }
const { signal } = unhindered
const optionsOf = (server: SftpServer, own: Partial<SftpOptions> = {}): SftpOptions => ({
  kind: 'SFTP',
  host: '127.0.0.1',
  port: server.port,
  username: server.username,
  password: 'password' in server ? String(server.password) : null,
  privateKey: 'privateKey' in server ? String(server.privateKey) : null,
  hostKey: server.hostKey,
  rootDirectory: server.folder,
  ...own,
})
const failureOf = async (work: Promise<unknown>): Promise<DestinationError> => {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(DestinationError)
  const shown = inspect(error)
  for (const secret of [proftpd.password, 'PRIVATE KEY', 'not the password']) expect(shown).not.toContain(secret)
  return error as DestinationError
}
const stepsOf = async (options: SftpOptions) => {
  const test = await examineDestination(parts, options)
  return { ...test, results: Object.fromEntries(test.steps.map(({ step, result }) => [step, result])) }
}

describe.each(['OpenSSH', 'ProFTPD'] as const)('%s', (name) => {
  const server = (): SftpServer => (name === 'OpenSSH' ? sshd : proftpd)
  const filesIn = (folder: string) => readdir(join(server().folder, folder))
  let destination: Destination
  beforeAll(async () => {
    destination = await openDestination(parts, optionsOf(server()), signal)
  })
  afterAll(() => destination?.close())

  it('receives files of every size whole, in folders that are made, and several at once', async () => {
    const sizes = [0, 1, 32_767, 32_768, 32_769, 3_000_001, ...Array.from({ length: 20 }, (_, at) => at * 7)]
    await Promise.all(
      sizes.map(async (bytes, at) => {
        const content = randomBytes(bytes)
        const path = `sizes/of/${at}.bin`
        const expected = { bytes, sha256: sha256Of(content), check: 'read_back' }
        expect(await destination.put(path, fileOf(content), unhindered)).toEqual(expected)
        expect((await readFile(join(server().folder, path))).equals(content)).toBe(true)
      }),
    )
    expect(await filesIn('sizes/of')).toHaveLength(sizes.length)
  })

  it('counts the same content that is there as present, and never overwrites another', async () => {
    const content = randomBytes(100_000)
    await destination.put('same/file', fileOf(content), unhindered)
    expect(await destination.put('same/file', fileOf(content), unhindered)).toMatchObject({ check: 'present' })
    for (const other of [randomBytes(100_000), randomBytes(10)]) {
      const error = await failureOf(destination.put('same/file', fileOf(other), unhindered))
      expect(error).toMatchObject({ code: 'exists_differently', isTransient: false })
    }
    expect((await readFile(join(server().folder, 'same/file'))).equals(content)).toBe(true)
    expect(await filesIn('same')).toEqual(['file'])
  })

  it('does not overwrite what appears while a file is sent', async () => {
    const content = randomBytes(1000)
    await mkdir(join(server().folder, 'late'))
    const appears = (other: Buffer) => ({
      signal,
      mayFinish: () => writeFile(join(server().folder, 'late/file'), other),
    })
    expect(await destination.put('late/file', fileOf(content), appears(content))).toMatchObject({ check: 'present' })
    await rm(join(server().folder, 'late/file'))
    const other = randomBytes(1000)
    const error = await failureOf(destination.put('late/file', fileOf(content), appears(other)))
    expect(error.code).toBe('exists_differently')
    expect((await readFile(join(server().folder, 'late/file'))).equals(other)).toBe(true)
    expect(await filesIn('late')).toEqual(['file'])
  })

  it('leaves nothing behind when the source fails or the file may not be finished', async () => {
    const failing = {
      open: async function* () {
        yield randomBytes(200_000)
        throw new Error('the recording is damaged')
      },
    }
    await expect(destination.put('left/a', failing, unhindered)).rejects.toThrow('the recording is damaged')
    const refused = { signal, mayFinish: () => Promise.reject(new Error('another worker has it')) }
    await expect(destination.put('left/a', fileOf(randomBytes(10)), refused)).rejects.toThrow('another worker has it')
    expect(await filesIn('left')).toEqual([])
  })

  it('notes a file that the server takes away at once', async () => {
    await mkdir(join(server().folder, 'taken'))
    const taken = {
      signal,
      mayFinish: async () => {
        for (const file of await filesIn('taken'))
          await rename(join(server().folder, 'taken', file), join(server().folder, 'moved'))
      },
    }
    const content = randomBytes(5000)
    expect(await destination.put('taken/file', fileOf(content), taken)).toEqual({
      bytes: 5000,
      sha256: sha256Of(content),
      check: 'taken',
    })
  })

  it('reads small files, and none that are larger than expected', async () => {
    await destination.put('read/receipt', fileOf(Buffer.from('abc')), unhindered)
    expect(await destination.read('read/receipt', 3)).toEqual(Buffer.from('abc'))
    expect(await destination.read('read/other', 3)).toBeNull()
    expect((await failureOf(destination.read('read/receipt', 2))).code).toBe('too_large')
  })

  it('removes temporary files of crashed runs after a day, and no others', async () => {
    const folder = join(server().folder, 'old')
    await mkdir(folder)
    const old = ['.holdfast-0011223344556677.part', '.holdfast-x.txt', 'a.part']
    for (const file of [...old, '.holdfast-aa.part']) await writeFile(join(folder, file), '')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    for (const file of old) await utimes(join(folder, file), yesterday, yesterday)
    await destination.put('old/new', fileOf(Buffer.from('x')), unhindered)
    expect((await filesIn('old')).toSorted()).toEqual(['.holdfast-aa.part', '.holdfast-x.txt', 'a.part', 'new'])
  })

  it('refuses names that leave the root or have line ends', async () => {
    const names = [
      '../x',
      'a/../../x',
      '/etc/x',
      'a//b',
      '',
      '.',
      'a\0b',
      'a\nb',
      'a\r',
      'a\\..\\b',
      'x'.repeat(256),
      '\ud800',
    ]
    for (const bad of names) {
      expect((await failureOf(destination.put(bad, fileOf(Buffer.from('x')), unhindered))).code).toBe('invalid_name')
      expect((await failureOf(destination.read(bad, 1))).code).toBe('invalid_name')
    }
  })

  it('passes its test, which leaves nothing behind', async () => {
    const before = await filesIn('')
    const { passed, host_key, results } = await stepsOf(optionsOf(server()))
    expect(results).toEqual({
      pgp_key: 'skipped',
      address: 'passed',
      connection: 'passed',
      host_key: 'passed',
      sign_in: 'passed',
      clock: 'passed',
      write: 'passed',
      read_back: 'passed',
      rename: 'passed',
      no_overwrite: expect.stringMatching('passed|warning'),
      remove: 'passed',
    })
    expect(passed).toBe(true)
    expect(host_key).toBe(server().hostKey)
    expect(await filesIn('')).toEqual(before)
  })

  it('shows its host key before any secret is sent', async () => {
    const { passed, host_key, host_key_fingerprint, results } = await stepsOf(optionsOf(server(), { hostKey: null }))
    expect({ passed, host_key }).toEqual({ passed: false, host_key: server().hostKey })
    expect(host_key_fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    expect(results).toMatchObject({ connection: 'passed', host_key: 'failed', sign_in: 'skipped', write: 'skipped' })
  })

  it('is not used with another host key', async () => {
    const other = name === 'OpenSSH' ? proftpd.hostKey : sshd.hostKey
    const error = await failureOf(openDestination(parts, optionsOf(server(), { hostKey: other }), signal))
    expect(error).toMatchObject({ code: 'host_key', isTransient: false })
  })

  it('does not let a wrong user in', async () => {
    const wrong = optionsOf(server(), { username: 'somebody' })
    expect((await failureOf(openDestination(parts, wrong, signal))).code).toBe('sign_in')
    expect((await stepsOf(wrong)).results).toMatchObject({ host_key: 'passed', sign_in: 'failed', write: 'skipped' })
  })

  it('says that the root folder does not exist', async () => {
    const missing = optionsOf(server(), { rootDirectory: `${server().folder}/missing` })
    const opened = await openDestination(parts, missing, signal)
    expect((await failureOf(opened.put('a/x', fileOf(Buffer.from('x')), unhindered))).code).toBe('not_found')
    await opened.close()
    expect((await stepsOf(missing)).results).toMatchObject({ sign_in: 'passed', write: 'failed' })
  })
})

it('tries a wrong password only once', async () => {
  const error = await failureOf(openDestination(parts, optionsOf(proftpd, { password: 'not the password' }), signal))
  expect(error.code).toBe('sign_in')
})

describe('addresses', () => {
  const inPublic = { settings: { ...parts.settings, allowPrivateAddresses: false } }
  const answers =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: 4 }))

  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    'localhost',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
  ])('%s is not connected to', async (host) => {
    const error = await failureOf(openDestination(inPublic, optionsOf(sshd, { host }), signal))
    expect(error.code).toBe('forbidden_address')
  })

  it('refuses a name of which one address is private', async () => {
    const resolve = answers('93.184.215.14', '127.0.0.1')
    const opened = openDestination({ ...inPublic, resolve }, optionsOf(sshd, { host: 'archive.example' }), signal)
    expect((await failureOf(opened)).code).toBe('forbidden_address')
  })

  it('resolves a name once, and connects to that address', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
    }
    const opened = await openDestination({ ...parts, resolve }, optionsOf(sshd, { host: 'archive.example' }), signal)
    expect(await opened.read('none', 1)).toBeNull()
    await opened.close()
    expect(asked).toBe(1)
  })
})
