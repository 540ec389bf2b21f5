import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const peers = path.join(import.meta.dirname, '..', '.peers')
const timeoutMs = 20 * 60_000

/** The folder of a peer: other software to compare with. Git ignores it. */
export const peerFolder = (name: string): string => path.join(peers, name)

/** Runs npm in a folder, which is created with a package of its own if needed. */
export const npm = async (folder: string, args: readonly string[], env = process.env): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const manifest = path.join(folder, 'package.json')
  if (!existsSync(manifest)) await writeFile(manifest, '{ "private": true }\n')
  await run('npm', [...args], { cwd: folder, env, timeout: timeoutMs, maxBuffer: 64 * 1_048_576 })
}
