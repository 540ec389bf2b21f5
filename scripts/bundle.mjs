import { rolldown } from 'rolldown'
import { project } from './project.mjs'

/**
 * Bundles the server and the programs that it starts (docs/decisions/0070). The bundle of `apps/<app>/src/<file>.ts` is
 * `apps/<app>/dist/<file>.js`; code that several of them share is in `dist/chunks` of the first.
 */
const bundles = [
  {
    // The last two are programs of the tests only: they add nothing but their names.
    programs: ['server/main', 'server/platform/http/large-body-thread', 'demo/main', 'server/api', 'server/worker'],
    // Two read files of their own packages: fonts, and the script of the reference page. ssh2 reads native code where it was built.
    // openpgp is LGPL: whoever gets the product may replace it.
    external: ['pdfkit', '@scalar/fastify-api-reference', 'openpgp', 'ssh2'],
  },
  { programs: ['fleet/main'], external: [] },
  // The confinement of the decoder shows it the folders of these packages. The first two are native.
  { programs: ['decoder/main'], external: ['node-av', 'sharp', 'libheif-js', 'exifreader'] },
]

const inFolder = (program, folder, ending) => program.replace('/', `/${folder}/`) + ending

for (const { programs, external } of bundles) {
  const [first] = programs
  const bundle = await rolldown({
    cwd: project,
    platform: 'node',
    input: Object.fromEntries(
      programs.map((program) => [inFolder(program, 'dist', ''), `apps/${inFolder(program, 'src', '.ts')}`]),
    ),
    external: external.map((name) => new RegExp(`^${name}(/|$)`)),
    // A dependency of oidc-provider defines its deprecated functions with `eval`, and needs nothing of its surroundings.
    checks: { eval: false },
  })
  await bundle.write({
    dir: 'apps',
    chunkFileNames: `${first.split('/')[0]}/dist/chunks/[name].js`,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Errors are logged with the names of their classes.
    keepNames: true,
  })
  await bundle.close()
}
