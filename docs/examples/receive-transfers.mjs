/**
 * Checks what Holdfast delivered, and writes the receipts. Written from transfers.md, for Node.js 20 or later, without any package:
 *
 *     node receive-transfers.mjs /archive/holdfast [--key manifest-key.pem]
 *
 * The folder is the destination of a configuration, or holds several. In each folder of a transfer it compares all files with the
 * newest manifest, checks its signature and that no manifest before it is missing, and writes `receipt.sha256` with what it found.
 * Then it reads the reconciliation of each day, and looks for each transfer that it names.
 * It ends with 1 if anything is missing, different or not to be verified.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true })
const [root] = positionals
if (!root) throw new Error('Usage: node receive-transfers.mjs folder [--key manifest-key.pem]')
const knownKey = values.key ? createPublicKey(await textOf(values.key)) : null

let problems = 0
/** By the name of the folder: the SHA-256 of its manifests. */
const manifestsByFolder = new Map()
const problem = (text) => {
  problems++
  console.log(`  PROBLEM: ${text}`)
}

async function textOf(file) {
  let text = ''
  for await (const chunk of createReadStream(file, 'utf8')) text += chunk
  return text
}

const sha256Of = async (file) => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

const entriesBelow = async (folder, isWanted) =>
  (await readdir(folder, { withFileTypes: true, recursive: true }))
    // Temporary files of a lost connection do not belong to a transfer.
    .filter((entry) => !/^\.holdfast-.*\.part$/.test(entry.name))
    .filter(isWanted)
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))

/** Lines without their ends. Nothing but a line feed ends one. */
async function* linesOf(file) {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    yield* lines
  }
  if (rest !== '') yield rest
}

/** A document is JSON, and has each entry of its lists on a line of its own. */
const readDocument = async (file) => {
  const body = createHash('sha256')
  const document = { files: new Map(), recordings: 0, notSent: [], transfers: [] }
  let section = null
  let isBody = true
  for await (const line of linesOf(file)) {
    if (line.startsWith('"signed":')) isBody = false
    if (isBody) body.update(`${line}\n`)
    const list = /^"(recordings|files|transfers|earlier)":\[$/.exec(line)
    if (list) section = list[1]
    else if (line === '],') section = null
    else if (section) {
      const entry = JSON.parse(line.replace(/,$/, ''))
      if (section === 'files') document.files.set(entry.file_name, entry.sha256)
      else if (section === 'transfers') document.transfers.push(entry)
      else if (section === 'recordings') {
        document.recordings++
        if (!['sent', 'confirmed'].includes(entry.outcome)) document.notSent.push(entry)
      }
    } else {
      const field = /^"([a-z0-9_]+)":(.*?),?$/.exec(line)
      if (field) document[field[1]] = JSON.parse(field[2])
    }
  }
  return { ...document, sha256: await sha256Of(file), body_sha256: body.digest('hex') }
}

/** The signature covers `signed`, which has the SHA-256 of all lines before it. @param stated what else `signed` has to say */
const checkSignature = (document, stated) => {
  const signed = JSON.parse(document.signed)
  const key = knownKey ?? createPublicKey(document.public_key)
  const signature = Buffer.from(document.signature, 'base64')
  if (!verify(null, Buffer.from(document.signed), key, signature)) return problem('the signature is not valid')
  const { format, client, previous, body_sha256 } = document
  const expected = { format, client, previous_sha256: previous?.sha256 ?? null, body_sha256, ...stated }
  const isSame = Object.entries(expected).every(([name, value]) => signed[name] === value)
  if (!isSame) return problem('it was changed after it was signed')
  console.log(
    `  signature valid${knownKey ? '' : `, by the key that it names itself (${document.key_id}); give --key`}`,
  )
}

/** As `sha256sum` writes it. */
const readChecksums = async (file) =>
  new Map(
    (await textOf(file)).split('\n').flatMap((line) => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)]])),
  )

const manifestName = /^manifest-(\d+)\.(json|csv|sha256)(\.pgp)?$/

const numbersOf = (files, extension) =>
  files
    .map((file) => manifestName.exec(file))
    .filter((match) => match?.[2] === extension)
    .map((match) => Number(match[1]))

/** The files that a folder has to contain, by its newest manifest. The checksums of an encrypted manifest are in the clear. */
const expectedFiles = async (folder, files, chains) => {
  const newest = Math.max(...numbersOf(files, 'json'))
  let expected = new Map()
  for (const number of [...new Set(numbersOf(files, 'json'))].sort((one, other) => one - other)) {
    const file = `manifest-${number}.json`
    if (!files.includes(file)) {
      problem(`${file}.pgp is encrypted; decrypt it beside itself to check signature and chain`)
      const checksums = `manifest-${number}.sha256`
      if (!files.includes(checksums)) problem(`missing: ${checksums}`)
      else if (number === newest) expected = await readChecksums(path.join(folder, checksums))
      continue
    }
    const manifest = await readDocument(path.join(folder, file))
    console.log(`  ${file}: ${manifest.recordings} recordings, ${manifest.files.size} files`)
    const { transfer_id, transfer_config_reference } = manifest.transfer
    checkSignature(manifest, { number, transfer_id, transfer_config_reference })
    if (manifest.format !== 'holdfast-transfer-manifest-1') problem(`${file} is no manifest`)
    manifestsByFolder.set(path.basename(folder), [
      ...(manifestsByFolder.get(path.basename(folder)) ?? []),
      manifest.sha256,
    ])
    const chain = `${manifest.client} ${transfer_config_reference}`
    chains.set(chain, [...(chains.get(chain) ?? []), manifest])
    if (number !== newest) continue
    expected = manifest.files
    for (const { payload_reference, outcome, left_out_reason } of manifest.notSent) {
      console.log(`  not sent: ${payload_reference} ${outcome}${left_out_reason ? ` (${left_out_reason})` : ''}`)
    }
  }
  return expected
}

const checkFolder = async (folder, chains) => {
  console.log(folder)
  const files = await entriesBelow(folder, (entry) => entry.isFile())
  const expected = await expectedFiles(folder, files, chains)
  const receipt = []
  for (const [name, sha256] of expected) {
    // A manifest is not to lead anywhere else.
    if (path.posix.normalize(name) !== name || name.startsWith('..') || path.isAbsolute(name))
      problem(`bad name ${name}`)
    else if (!files.includes(name)) problem(`missing: ${name}`)
    else {
      const found = await sha256Of(path.join(folder, name))
      receipt.push(`${found}  ${name}\n`)
      if (found !== sha256) problem(`differs: ${name}`)
    }
  }
  for (const name of files) {
    if (!expected.has(name) && !manifestName.test(name) && name !== 'receipt.sha256') problem(`not listed: ${name}`)
  }
  // Under another name first, so that no part of it is read.
  await writeFile(path.join(folder, 'receipt.sha256.part'), receipt.join(''))
  await rename(path.join(folder, 'receipt.sha256.part'), path.join(folder, 'receipt.sha256'))
  console.log(`  receipt.sha256 confirms ${receipt.length} of ${expected.size} files`)
}

/** Each manifest names the one that arrived before it. A missing one is a missing transfer. */
const checkChain = (name, manifests) => {
  console.log(`chain of ${name}: ${manifests.length} manifests`)
  const hashes = new Map(manifests.map(({ number, sha256 }) => [number, sha256]))
  for (const { number, previous } of manifests) {
    if (previous === null) continue
    if (!hashes.has(previous.number)) problem(`manifest ${number} follows ${previous.number}, which is missing`)
    else if (hashes.get(previous.number) !== previous.sha256) {
      problem(`manifest ${number} follows another manifest ${previous.number} than the one that is here`)
    }
  }
}

/** The reconciliation of a day: its transfers have to be here, with the manifests that it names. */
const checkDay = async (file, days) => {
  console.log(path.relative(root, file))
  if (file.endsWith('.pgp')) return problem('it is encrypted; decrypt it beside itself to check it')
  const day = await readDocument(file)
  const { client, transfer_config_reference, counts } = day
  if (day.format !== 'holdfast-transfer-day-1') return problem('it is no reconciliation of a day')
  checkSignature(day, { day: day.day, transfer_config_reference })
  const chain = `${client} ${transfer_config_reference}`
  days.set(chain, [...(days.get(chain) ?? []), day])
  const { collected, sent, confirmed, differs, duplicate, failed, waiting, left_out } = counts
  console.log(`  ${day.transfers.length} transfers: ${collected} collected, ${sent} sent, ${confirmed} confirmed`)
  console.log(
    `  ${differs} differ, ${duplicate} sent again, ${failed} failed, ${waiting} waiting, ${left_out} left out`,
  )
  for (const { folder, manifest_sha256 } of day.transfers) {
    const there = manifestsByFolder.get(folder)
    if (manifest_sha256 === null) console.log(`  ${folder} was not complete`)
    else if (!there) problem(`${folder} is not here, or its manifests are encrypted`)
    else if (!there.includes(manifest_sha256)) problem(`${folder} has other manifests than the one that is named`)
  }
}

const checkDays = (name, days) => {
  const hashes = new Map(days.map(({ day, sha256 }) => [day, sha256]))
  for (const { day, previous } of days) {
    if (previous === null) continue
    if (!hashes.has(previous.day)) problem(`${name}: ${day} follows ${previous.day}, which is missing`)
    else if (hashes.get(previous.day) !== previous.sha256) {
      problem(`${name}: ${day} follows another file of ${previous.day} than the one that is here`)
    }
  }
}

/** A transfer that is under way has no manifest yet. */
const transferFolder = /^(.*\/)?\d{8}T\d{6}Z-[0-9A-Z]{26}$/i

const chains = new Map()
const days = new Map()
const folders = (await entriesBelow(root, (entry) => entry.isDirectory())).sort()
for (const folder of ['', ...folders]) {
  const names = await readdir(path.join(root, folder))
  if (numbersOf(names, 'json').length > 0) await checkFolder(path.join(root, folder), chains)
  else if (transferFolder.test(folder)) console.log(`${folder} has no manifest yet: it is not complete`)
}
for (const [name, manifests] of chains) checkChain(name, manifests)
const dayFile = /^(.*\/)?reconciliation\/\d{8}-[^/]*\.json(\.pgp)?$/
const dayFiles = (await entriesBelow(root, (entry) => entry.isFile())).filter((name) => dayFile.test(name)).sort()
for (const name of dayFiles) {
  const isOpened = name.endsWith('.pgp') && dayFiles.includes(name.slice(0, -'.pgp'.length))
  if (!isOpened) await checkDay(path.join(root, name), days)
}
for (const [name, list] of days) checkDays(name, list)
console.log(problems === 0 ? 'Everything is there.' : `${problems} problems`)
process.exitCode = problems === 0 ? 0 : 1
