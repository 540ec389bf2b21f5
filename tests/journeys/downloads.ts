import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Download } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** What the browser saved. It runs apart from the test, so its file is copied. */
export const contentOf = async (download: Download): Promise<Buffer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const copy = path.join(folder, 'copy')
  await download.saveAs(copy)
  return readFile(copy)
}
