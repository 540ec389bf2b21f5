import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** Licences that package-lock.json does not know, as the packages' own files state them. */
const statedElsewhere = {
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'png-js': 'MIT',
  ssh2: 'MIT',
}

const introduction = `# Third parties

Written by \`npm run notice\` from package-lock.json: the packages that Holdfast runs or bundles into the portal, on all
platforms, by licence. npm installs each with its licence text. Holdfast itself is under the
[Apache License 2.0](LICENSE).

- \`node-av\` is MIT, but nobody may redistribute its prebuilt binary: FFmpeg with parts under the GPL and libfdk-aac
  ([decision 0027](docs/decisions/0027-derived-media.md)).
- \`sharp\` loads libvips, and \`libheif-js\` contains libheif: both LGPL, as files of their own that can be replaced. So
  is \`openpgp\`, which is not part of the bundles.
- Towns on the map come from GeoNames (CC BY 4.0), its land and borders from Natural Earth (public domain).
- Recordings, photographs and videos of the demonstration: [media/README.md](media/README.md).
`

/** Words in lines of at most 120 characters. */
const wrapped = (words) => {
  const lines = []
  let line = ''
  for (const word of words) {
    if (line.length + 1 + word.length > 120) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

/** The text of NOTICE.md. */
export const noticeText = () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const shipped = Object.entries(packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, { version, license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { licence: license ?? statedElsewhere[name] ?? 'Not stated', text: `${name}@${version}` }
    })
  const byLicence = [...Map.groupBy(shipped, ({ licence }) => licence)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sections = byLicence.map(([licence, those]) => {
    const names = [...new Set(those.map(({ text }) => text))].sort()
    return `## ${licence}\n\n${wrapped(names.map((name, index) => (index < names.length - 1 ? `${name},` : name)))}\n`
  })
  return [introduction, ...sections].join('\n')
}
