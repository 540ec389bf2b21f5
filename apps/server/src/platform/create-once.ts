import { randomUUID } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Creates a private file (0600) durably, unless it exists. Of several concurrent writers the first wins, and readers never see
 * a partial file. The folder must exist.
 */
export const createOnce = async (file: string, text: string): Promise<void> => {
  const folder = path.dirname(file)
  const temporary = path.join(folder, `.${randomUUID()}.new`)
  try {
    await writeDurably(temporary, text)
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const writeDurably = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
