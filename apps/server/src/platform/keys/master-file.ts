import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createOnce } from '../create-once.ts'

/** A 256-bit secret from which every other key is derived. */
export interface Master {
  /** Names the master in what it wrapped. It is derived from the secret, so it can't be wrong. */
  id: string
  secret: Uint8Array
}

/** The first one wraps. */
export type Masters = readonly [Master, ...Master[]]

const masterBytes = 32
const othersMayRead = 0o007

/**
 * Reads the masters of a key file: one per line, base64url of 32 bytes; `#` begins a comment. The first one wraps, all
 * unwrap: to rotate, add a new line at the top. A missing file is created durably with one new master and mode 0600. Two
 * processes that start at once get the same one.
 */
export const openMasterFile = async (path: string): Promise<Masters> =>
  mastersIn(path, (await readIfThere(path)) ?? (await makeMasterFile(path)))

/** Like `openMasterFile`, but creates nothing: `null` when the file does not exist. */
export const readMasterFile = async (path: string): Promise<Masters | null> => {
  const text = await readIfThere(path)
  return text === null ? null : mastersIn(path, text)
}

const mastersIn = async (path: string, text: string): Promise<Masters> => {
  if (((await stat(path)).mode & othersMayRead) !== 0) {
    throw new Error(`The key file ${path} is open to every user of this machine: chmod 600 it`)
  }
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim())
  const [first, ...others] = lines.filter((line) => line !== '').map((line) => readMaster(line, path))
  if (!first) throw new Error(`The key file ${path} holds no key`)
  return [first, ...others]
}

const readMaster = (line: string, path: string): Master => {
  const secret = Buffer.from(line, 'base64url')
  // The line itself must never appear in a message.
  if (secret.length !== masterBytes || secret.toString('base64url') !== line) {
    throw new Error(`The key file ${path} has a line that is not ${masterBytes} bytes in base64url`)
  }
  const id = createHash('sha256').update('holdfast master id').update(secret).digest('hex').slice(0, 12)
  return { id, secret }
}

const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new Error(`The key file ${path} can't be read`, { cause: error })
  }
}

/** Of two concurrent writers the first wins. */
const makeMasterFile = async (path: string): Promise<string> => {
  try {
    await createOnce(path, `${randomBytes(masterBytes).toString('base64url')}\n`)
  } catch (error) {
    throw new Error(`The key file ${path} is missing and can't be created`, { cause: error })
  }
  return readFile(path, 'utf8')
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
