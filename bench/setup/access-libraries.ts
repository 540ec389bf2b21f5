import { createRequire } from 'node:module'
import path from 'node:path'
import { npm, peerFolder } from './install-peer.ts'

const libraries = { '@casl/ability': '7.0.1', casbin: '5.51.1', '@cedar-policy/cedar-wasm': '4.13.0' } as const

/** What the benchmark uses of CASL. */
export interface Casl {
  createMongoAbility(rules: readonly object[]): { can(action: string, subject: object): boolean }
  subject(type: string, object: object): object
}

/** What the benchmark uses of casbin. */
export interface Casbin {
  newModelFromString(text: string): object
  StringAdapter: new (text: string) => object
  newEnforcer(model: object, adapter: object): Promise<{ enforceSync(...request: readonly unknown[]): boolean }>
}

type Failure = { type: 'failure'; errors: readonly { message: string }[] }

/** What the benchmark uses of Cedar. */
export interface Cedar {
  preparsePolicySet(id: string, policies: { staticPolicies: string }): { type: 'success' } | Failure
  statefulIsAuthorized(request: object): { type: 'success'; response: { decision: 'allow' | 'deny' } } | Failure
}

export interface AccessLibraries {
  casl: Casl
  casbin: Casbin
  cedar: Cedar
}

/**
 * CASL, casbin and Cedar, in a folder that git ignores; installed at the first use. They are no dependencies of the repository.
 * @throws Error when a package can't be had
 */
export const accessLibraries = async (): Promise<AccessLibraries> => {
  const folder = peerFolder('access')
  const load = createRequire(path.join(folder, 'package.json'))
  if (!Object.entries(libraries).every(([name, version]) => isInstalled(load, name, version))) {
    console.log('\nInstalling CASL, casbin and Cedar to compare with; this happens once.')
    const packages = Object.entries(libraries).map(([name, version]) => `${name}@${version}`)
    await npm(folder, ['install', '--ignore-scripts', '--save-exact', ...packages])
  }
  return {
    casl: load('@casl/ability') as Casl,
    casbin: load('casbin') as Casbin,
    cedar: load('@cedar-policy/cedar-wasm/nodejs') as Cedar,
  }
}

const isInstalled = (load: NodeJS.Require, name: string, version: string): boolean => {
  try {
    return (load(`./node_modules/${name}/package.json`) as { version: string }).version === version
  } catch {
    return false
  }
}
