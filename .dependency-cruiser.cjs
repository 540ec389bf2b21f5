/** Who may import whom: ARCHITECTURE.md, 'Folders and imports'. One rule for each sentence there. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(packages|apps|tests|bench|scripts)/', pathNot: allowed },
})

const test = '\\.test\\.ts$'
/** A folder of the server that is entered by its index. */
const folder = '^apps/server/src/(platform|core|modules)/([^/]+)/'
const index = '^apps/server/src/(platform|core|modules)/[^/]+/index\\.ts$'

module.exports = {
  forbidden: [
    // The server's folders are entered by their index, which leads to all their files: so they have no cycles either.
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycles-of-folders',
      comment: 'features have no index; a cycle of a folder and its own subfolder is not seen',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/portal/src/features/' },
      to: { circular: true },
    },
    {
      name: 'folders-are-entered-by-their-index',
      severity: 'error',
      from: { path: folder, pathNot: test },
      to: { path: folder, pathNot: ['^apps/server/src/$1/$2/', index] },
    },
    {
      name: 'folders-are-entered-by-their-index-from-outside',
      comment: 'commands may import single files, because they load no more than they need',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot: [folder, test, '^apps/server/src/(commands|embedded|backup)/'],
      },
      to: { path: folder, pathNot: index },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-undeclared-dependency',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-in-product',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '@types/' },
    },
    {
      name: 'no-test-support-in-product',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(tests|(packages|apps)/[^/]+/test)/' },
    },
    only(
      'contract-stands-alone',
      '^packages/contract/src/',
      ['^packages/contract/src/'],
      'contract imports its schema library only',
    ),
    only(
      'access-knows-contract',
      '^packages/access/src/',
      ['^packages/(access|contract)/src/'],
      'access imports contract',
    ),
    only(
      'custody-knows-contract',
      '^packages/custody/src/',
      ['^packages/(custody|contract)/src/'],
      'custody imports contract',
    ),
    only('words-know-contract', '^packages/words/src/', ['^packages/(words|contract)/src/'], 'words imports contract'),
    only(
      'device-kit-knows-contract-and-custody',
      '^packages/device-kit/src/',
      ['^packages/(device-kit|contract|custody)/src/'],
      'device-kit imports contract and custody',
    ),
    only(
      'decoder-stands-alone',
      '^apps/decoder/src/',
      ['^apps/decoder/src/'],
      'decoder imports its own libraries only',
    ),
    only(
      'fleet-knows-device-kit',
      '^apps/fleet/src/',
      ['^apps/fleet/src/', '^packages/device-kit/src/'],
      'fleet imports device-kit',
    ),
    {
      name: 'demo-knows-server',
      comment: 'demo imports packages and what the server exports for it',
      severity: 'error',
      from: { path: '^apps/demo/src/', pathNot: test },
      to: {
        path: '^(packages|apps|tests|bench|scripts)/',
        pathNot: ['^apps/demo/src/', '^apps/server/src/index\\.ts$', '^packages/(contract|custody)/src/'],
      },
    },
    {
      name: 'nobody-imports-demo',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^apps/demo/' },
      to: { path: '^apps/demo/' },
    },
    only(
      'platform-knows-packages',
      '^apps/server/src/platform/',
      [
        '^apps/server/src/platform/',
        '^apps/server/package\\.json$',
        '^apps/decoder/src/protocol\\.ts$',
        '^packages/(contract|access|custody)/src/',
        '^apps/server/test/',
        '^tests/setup/',
      ],
      'platform imports packages and the protocol of the decoder, never core or modules',
    ),
    only(
      'core-knows-platform',
      '^apps/server/src/core/',
      [
        '^apps/server/src/(core|platform)/',
        '^packages/(contract|access|custody)/src/',
        '^apps/server/test/',
        '^tests/setup/',
      ],
      'core imports platform and packages, never modules',
    ),
    only(
      'modules-know-core-and-platform',
      '^apps/server/src/modules/([^/]+)/',
      [
        '^apps/server/src/modules/$1/',
        '^apps/server/src/(core|platform)/',
        '^apps/server/src/modules/[^/]+/index\\.ts$',
        '^packages/(contract|access|custody|words)/src/',
        '^apps/server/test/',
        '^tests/setup/',
      ],
      'a module imports core, platform, packages and other modules through their index',
    ),
    only(
      'portal-shared',
      '^apps/portal/src/shared/',
      ['^apps/portal/src/shared/', '^packages/(contract|access|custody|words)/src/'],
      'shared knows neither features nor app',
    ),
    only(
      'portal-features',
      '^apps/portal/src/features/([^/]+)/',
      ['^apps/portal/src/features/$1/', '^apps/portal/src/shared/', '^packages/(contract|access|custody|words)/src/'],
      'no feature imports another',
    ),
    only(
      'portal-app',
      '^apps/portal/src/app/',
      ['^apps/portal/src/', '^packages/(contract|access|custody|words)/src/'],
      'app imports features and shared',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
