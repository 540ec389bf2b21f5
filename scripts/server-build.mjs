import { buildIfChanged } from './build-if-changed.mjs'

const apps = ['server', 'demo', 'fleet', 'decoder']

/** Bundles the server and the programs that it starts if their sources differ from those of the last build. */
export const buildServer = (runtime) =>
  buildIfChanged(runtime, {
    name: 'server',
    sources: [
      ...apps.flatMap((app) => [`apps/${app}/src`, `apps/${app}/package.json`]),
      'packages',
      'scripts/bundle.mjs',
      'package-lock.json',
    ],
    result: 'apps/server/dist/main.js',
    command: ['scripts/bundle.mjs'],
  })
