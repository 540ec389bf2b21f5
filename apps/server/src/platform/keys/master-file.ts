import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A 256-bit secret from which every other key is derived. */
export interface Master {
  /** Names the master in what it wrapped; derived from the secret, so that it can't be mistaken. */
  id: string
  secret: Uint8Array
}

const masterBytes = 32
const othersMayRead = 0o007

/**
 * Reads the masters of a key file: one a line, base64url of 32 bytes; `#` begins a comment. The first wraps, all
 * unwrap: rotate by putting a new line on top. A missing file is made with one fresh master, mode 0600, durably;
 * when two processes start at once, both end up with the same.
 */
export const openMasterFile = async (path: string): Promise<readonly [Master, ...Master[]]> => {
  const text = (await readIfThere(path)) ?? (await createOnce(path))
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
  // The line itself must never reach a message.
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

/** Written under another name and linked: a reader never sees half a key, and the first of two writers wins. */
const createOnce = async (path: string): Promise<string> => {
  const temporary = join(dirname(path), `.${randomUUID()}.key`)
  try {
    await writeDurably(temporary, `${randomBytes(masterBytes).toString('base64url')}\n`)
    await link(temporary, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
  } catch (error) {
    throw new Error(`The key file ${path} is missing and can't be created`, { cause: error })
  } finally {
    await rm(temporary, { force: true })
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
  return readFile(path, 'utf8')
}

const writeDurably = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
