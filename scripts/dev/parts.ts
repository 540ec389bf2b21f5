import path from 'node:path'
import { demoFiles } from '../../apps/server/src/commands/demonstration.ts'
import type { Settings } from '../../apps/server/src/platform/settings/index.ts'
import { inProject, project } from '../project.mjs'
import type { Part } from './part-process.ts'

export type PartName = 'api' | 'worker' | 'fleet' | 'history'

const server = 'apps/server/src'
const demo = 'apps/demo/src'
const fleet = 'apps/fleet/src'

/** The programs of the parts as `holdfast start` runs them, and the folders that hold their code. */
const programs: Record<PartName, { program: string; args: string[]; sources: string[]; inspectorPort?: number }> = {
  api: { program: `${demo}/main.ts`, args: ['serve'], sources: [demo, server, 'packages'], inspectorPort: 9229 },
  worker: { program: `${server}/main.ts`, args: ['work'], sources: [server, 'packages'], inspectorPort: 9230 },
  fleet: {
    program: `${fleet}/main.ts`,
    args: [],
    sources: [fleet, 'packages/contract', 'packages/custody', 'packages/device-kit'],
  },
  history: { program: `${demo}/main.ts`, args: ['history'], sources: [] },
}

/** All folders whose changes restart some part. */
export const watchedFolders: readonly string[] = [server, demo, fleet, 'packages'].map((folder) => inProject(folder))

/** Whether a part runs the code of this file, given by its absolute path. Tests don't count. */
export function isCodeOf(name: PartName, file: string): boolean {
  const place = path.relative(project, file).replaceAll(path.sep, '/')
  if (/\.test\.ts$|\/test\//.test(place)) return false
  return programs[name].sources.some((folder) => place.startsWith(`${folder}/`))
}

export interface PartsOptions {
  settings: Settings
  databaseUrl: string
  apiPort: number
  /** Whether debuggers may attach to the api and the worker. */
  isInspected: boolean
}

export function partOf(name: PartName, { settings, databaseUrl, apiPort, isInspected }: PartsOptions): Part {
  const { home, origin } = settings
  const { program, args, inspectorPort } = programs[name]
  return {
    name,
    program: inProject(program),
    args,
    environment: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      HOLDFAST_HOME: home,
      HOLDFAST_ORIGIN: origin,
      HOLDFAST_HOST: '127.0.0.1',
      HOLDFAST_PORT: String(apiPort),
      HOLDFAST_FLEET_FILE: demoFiles(home).fleet,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(home, 'cache'),
    },
    logFolder: path.join(home, 'log'),
    nodeFlags: isInspected && inspectorPort ? [`--inspect=127.0.0.1:${inspectorPort}`] : [],
  }
}
