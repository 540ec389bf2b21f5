import { buildIfChanged } from './build-if-changed.mjs'

/** Builds the portal if its sources differ from those of the last build. */
export const buildPortal = (runtime) =>
  buildIfChanged(runtime, {
    name: 'portal',
    sources: ['apps/portal', 'packages', 'package-lock.json', 'package.json'],
    result: 'apps/portal/dist/index.html',
    command: ['node_modules/vite/bin/vite.js', 'build', 'apps/portal', '--logLevel', 'warn'],
  })
