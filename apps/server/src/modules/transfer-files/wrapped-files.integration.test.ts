import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needDebianPackages } from '../../../../../tests/setup/debian-packages.ts'
import { bytesOf, callPayload, each, pictureMessage, someRecordings } from '../../../test/recordings-to-send.ts'
import {
  conversationFile,
  type DeliveryFile,
  type DeliveryFormat,
  filesOfRecording,
  indexFile,
  inspectPgpKey,
  manifestFiles,
} from './index.ts'

const run = promisify(execFile)

/** GnuPG's sockets lie there, whose paths are short. */
let folder: string
let key: string
const gpg = (...args: string[]) =>
  run('gpg', [
    '--homedir',
    path.join(folder, 'gpg'),
    '--batch',
    '--yes',
    '--pinentry-mode',
    'loopback',
    '--passphrase',
    '',
    ...args,
  ])

beforeAll(async () => {
  await needDebianPackages('/usr/bin/7zz', ['7zip'])
  await needDebianPackages('/usr/bin/unzip', ['unzip'])
  await needDebianPackages('/usr/bin/gpg', ['gnupg'])
  folder = await mkdtemp('/tmp/holdfast-files-')
  await mkdir(path.join(folder, 'gpg'), { mode: 0o700 })
  await gpg('--quick-generate-key', 'Archive <archive@example.com>', 'default', 'default', '1y')
  key = (await gpg('--armor', '--export', 'archive@example.com')).stdout
}, 120_000)
afterAll(async () => {
  await run('gpgconf', ['--homedir', path.join(folder, 'gpg'), '--kill', 'all'])
  await rm(folder, { recursive: true })
})

const format = (fields: Partial<DeliveryFormat> = {}): DeliveryFormat => ({
  client: 'northwind',
  transfer_type: 'Payload',
  transfer_file_format: 'Uncompressed',
  metadata_format: 'JSON',
  zip_password: null,
  pgp_key: null,
  ...fields,
})

const stored = async ({ path: name, open }: DeliveryFile): Promise<string> => {
  const file = path.join(folder, path.basename(name))
  await writeFile(file, open())
  return file
}
const onlyFile = (files: readonly DeliveryFile[]): DeliveryFile => {
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Error('There is one file')
  return file
}
const onlyContent = (files: readonly DeliveryFile[]): DeliveryFile =>
  onlyFile(files.filter(({ kind }) => kind === 'content'))

const plainFiles = async (recording: ReturnType<typeof pictureMessage>): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      filesOfRecording(format(), recording).map(async ({ path: name, open }) => [
        path.basename(name),
        (await bytesOf(open())).toString(),
      ]),
    ),
  )

describe('a ZIP file', () => {
  it('is opened by unzip, has the files of the recording, and is the same each time', async () => {
    const zipped = onlyFile(filesOfRecording(format({ transfer_file_format: 'Zipped' }), pictureMessage()))
    expect(zipped.path).toBe('mms/01KB4QJ8T0MMS0000000000001.zip')
    const file = await stored(zipped)
    await run('unzip', ['-t', file])
    for (const [name, text] of Object.entries(await plainFiles(pictureMessage()))) {
      expect((await run('unzip', ['-p', file, name])).stdout).toBe(text)
    }
    expect((await run('unzip', ['-Z', '-T', '-l', file], { env: { ...process.env, TZ: 'UTC' } })).stdout).toContain(
      '20261128.092500',
    )
    expect((await bytesOf(zipped.open())).equals(await readFile(file))).toBe(true)
  })

  it('with a password is opened by 7-Zip with it alone, and encrypted with AES-256', async () => {
    const zip = format({ transfer_file_format: 'ZippedWithPassword', zip_password: 'Pass wörd 1' })
    const file = await stored(onlyFile(filesOfRecording(zip, pictureMessage())))
    expect((await run('7zz', ['l', '-slt', file])).stdout).toContain('AES-256')
    for (const [name, text] of Object.entries(await plainFiles(pictureMessage()))) {
      expect((await run('7zz', ['x', '-so', '-pPass wörd 1', file, name])).stdout).toBe(text)
    }
    await expect(run('7zz', ['t', '-pwrong', file])).rejects.toThrow('Wrong password')
  })

  it('with a password is never made without one', async () => {
    const zip = format({ transfer_file_format: 'ZippedWithPassword' })
    expect(() => filesOfRecording(zip, pictureMessage())).toThrow('no password')
  })

  it('hides the metadata of a window as well', async () => {
    const zip = format({ transfer_file_format: 'ZippedWithPassword', zip_password: 'secret', metadata_format: 'CSV' })
    const index = indexFile(zip, { recordings: () => each(someRecordings()), report_to: '2026-11-28T10:00:00.000Z' })
    expect(index?.path).toBe('metadata.zip')
    const file = await stored(onlyFile(index ? [index] : []))
    expect((await run('7zz', ['x', '-so', '-psecret', file, 'metadata.csv'])).stdout).toContain(
      'mms/01KB4QJ8T0MMS0000000000001.zip',
    )
  })
})

describe('a PGP file', () => {
  const opened = async (file: string) =>
    (await run('gpg', ['--homedir', path.join(folder, 'gpg'), '--batch', '--decrypt', file], { encoding: 'buffer' }))
      .stdout

  it('is opened by GnuPG with the key', async () => {
    const pgp = format({ pgp_key: key })
    for (const file of someRecordings().flatMap((recording) => filesOfRecording(pgp, recording))) {
      expect(file.path).toMatch(/\.pgp$/)
      const plain = someRecordings()
        .flatMap((recording) => filesOfRecording(format(), recording))
        .find((each) => `${each.path}.pgp` === file.path)
      expect(await opened(await stored(file))).toEqual(await bytesOf(plain?.open() ?? each([])))
    }
  })

  it('holds conversations and ZIP files too', async () => {
    const pgp = format({ pgp_key: key, metadata_format: 'EML', transfer_file_format: 'Zipped' })
    const [, ...messages] = someRecordings()
    const onBroken = () => Promise.reject(new Error('None is broken'))
    const file = conversationFile(pgp, {
      first: pictureMessage().payload,
      messages: () => each(messages),
      onBroken,
    })
    expect(file).toMatchObject({
      path: 'conversations/20261128-01KB4QJ8T0MMS0000000000001.zip.pgp',
      kind: 'conversation',
    })
    const zip = path.join(folder, 'conversation.zip')
    await writeFile(zip, await opened(await stored(file)))
    expect((await run('unzip', ['-p', zip])).stdout).toContain('X-Holdfast-Payload-Type: MMS')
  })

  it('needs as much memory for a large content as for a small one', async () => {
    const mib = 64
    const block = randomBytes(64 * 1024)
    const expected = createHash('sha256')
    for (let index = 0; index < mib * 16; index++) expected.update(block)
    let ahead = 0
    let most = 0
    const recording = {
      payload: callPayload(),
      async *content() {
        for (let index = 0; index < mib * 16; index++) {
          most = Math.max(most, ++ahead)
          yield Uint8Array.from(block)
        }
      },
    }
    const wrapped = format({ pgp_key: key, transfer_file_format: 'ZippedWithPassword', zip_password: 'secret' })
    const file = path.join(folder, 'large.zip.pgp')
    const read = async function* () {
      for await (const chunk of onlyFile(filesOfRecording(wrapped, recording)).open()) {
        ahead = 0
        yield chunk
      }
    }
    await writeFile(file, read())
    // Of 1,024 blocks.
    expect(most).toBeLessThan(200)
    await gpg('--output', path.join(folder, 'large.zip'), '--decrypt', file)
    const { stdout } = await run('sh', ['-c', `7zz x -so -psecret large.zip '*.amr' | sha256sum`], { cwd: folder })
    expect(stdout.slice(0, 64)).toBe(expected.digest('hex'))
  })
})

it('closes the recording when whoever reads a PGP file stops', async () => {
  let isClosed = false
  const recording = {
    payload: callPayload(),
    async *content() {
      try {
        for (;;) yield Buffer.alloc(64 * 1024)
      } finally {
        isClosed = true
      }
    },
  }
  let bytes = 0
  for await (const chunk of onlyContent(filesOfRecording(format({ pgp_key: key }), recording)).open()) {
    bytes += chunk.length
    if (bytes > 100_000) break
  }
  await expect.poll(() => isClosed).toBe(true)
})

describe('a content that breaks off', () => {
  it.each([
    ['Zipped', null],
    ['Zipped', 'pgp'],
    ['Uncompressed', 'pgp'],
    ['Uncompressed', null],
  ] as const)('is an error for whoever reads it: %s %s', async (transfer_file_format, pgp) => {
    const recording = {
      payload: callPayload(),
      async *content(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(100_000)
        throw new Error('It is damaged')
      },
    }
    const [file] = filesOfRecording(format({ transfer_file_format, pgp_key: pgp && key }), recording)
    await expect(bytesOf(file?.open() ?? each([]))).rejects.toThrow('It is damaged')
  })
})

describe('a PGP key', () => {
  const now = new Date()
  const made = async (name: string, ...args: string[]) => {
    await gpg('--quick-generate-key', `${name}@example.com`, ...args)
    return (await gpg('--armor', '--export', `${name}@example.com`)).stdout
  }

  it('is described', async () => {
    const facts = await inspectPgpKey(key)
    expect(facts).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/), problem: null })
    const days = (Date.parse(facts.expires_at ?? '') - now.getTime()) / 86_400_000
    expect(Math.round(days)).toBe(365)
    expect(await inspectPgpKey(key, new Date(now.getTime() + 400 * 86_400_000))).toMatchObject({ problem: 'expired' })
  })

  it('that never ends, only signs, or is weak is named so', async () => {
    expect(await inspectPgpKey(await made('forever', 'rsa3072', 'default', 'never'))).toMatchObject({
      problem: 'cannot_encrypt',
    })
    expect(await inspectPgpKey(await made('weak', 'rsa1024', 'encr', 'never'))).toMatchObject({
      expires_at: null,
      problem: 'too_weak',
    })
  })

  it('that was revoked is named so', async () => {
    const name = 'revoked@example.com'
    await made('revoked', 'default', 'default', 'never')
    const { stdout } = await gpg('--with-colons', '--list-keys', name)
    const fingerprint = /fpr:+([0-9A-F]{40})/.exec(stdout)?.[1] ?? ''
    const certificate = path.join(folder, 'gpg', 'openpgp-revocs.d', `${fingerprint}.rev`)
    await writeFile(certificate, (await readFile(certificate, 'utf8')).replace(':-----BEGIN', '-----BEGIN'))
    await gpg('--import', certificate)
    expect(await inspectPgpKey((await gpg('--armor', '--export', name)).stdout)).toMatchObject({ problem: 'revoked' })
  })

  it('is one public key', async () => {
    const two = (await gpg('--armor', '--export')).stdout
    const secret = (await gpg('--armor', '--export-secret-keys', 'archive@example.com')).stdout
    await expect(inspectPgpKey(two)).rejects.toMatchObject({ code: 'several' })
    await expect(inspectPgpKey(`${key}\n${key}`)).rejects.toMatchObject({ code: 'several' })
    await expect(inspectPgpKey(secret)).rejects.toMatchObject({ code: 'private' })
    await expect(inspectPgpKey('hello')).rejects.toMatchObject({ code: 'unreadable' })
    await expect(inspectPgpKey(key.slice(0, 300))).rejects.toMatchObject({ code: 'unreadable' })
  })
})

it('encrypts manifests, but not their checksums', () => {
  const { files } = manifestFiles(
    { pgp_key: key },
    {
      signingKey: () => {
        throw new Error('Not read')
      },
    },
    { number: 3 } as never,
  )
  expect(files.map(({ path: name }) => name)).toEqual([
    'manifest-3.csv.pgp',
    'manifest-3.sha256',
    'manifest-3.json.pgp',
  ])
})
