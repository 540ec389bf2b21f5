import path from 'node:path'

const bundleOf = (source: string): string => path.resolve(import.meta.dirname, '../../apps', source)

/**
 * The programs that tests run in processes of their own: the bundles, as in an installation. `npm test` makes them anew
 * when their sources changed.
 */
export const programs = { holdfast: bundleOf('server/dist/main.js'), demo: bundleOf('demo/dist/main.js') }

type Api = typeof import('../../apps/server/src/api.ts')
type Worker = typeof import('../../apps/server/src/worker.ts')

/** For a process that starts the api or the worker with hooks. Their sources have thousands of modules to load. */
export const bundled = {
  api: async () => (await import(bundleOf('server/dist/api.js'))) as Api,
  worker: async () => (await import(bundleOf('server/dist/worker.js'))) as Worker,
}
