import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { SignedDocument } from '../platform/keys/index.ts'
import { type Copied, copyFile, walk } from './copied-file.ts'
import { listName, manifestName } from './manifest.ts'

/** An entry of the list of files: one line of JSON each. */
export type ListEntry = { path: string } & (Copied | { is_folder: true })

const sayEveryMs = 5_000

/** Writes the folder of a backup: copies, then their list, then the manifest, without which the folder is no backup. */
export class BackupWriter {
  readonly #folder: string
  readonly #list: FileHandle
  readonly #listHash = createHash('sha256')
  readonly #tell: (line: string) => void
  #saidAt = performance.now()
  #files = 0
  #bytes = 0

  private constructor(folder: string, list: FileHandle, tell: (line: string) => void) {
    this.#folder = folder
    this.#list = list
    this.#tell = tell
  }

  /** @param folder empty */
  static async open(folder: string, tell: (line: string) => void): Promise<BackupWriter> {
    return new BackupWriter(folder, await open(path.join(folder, listName), 'wx', 0o600), tell)
  }

  get files(): number {
    return this.#files
  }

  get bytes(): number {
    return this.#bytes
  }

  async addFolder(name: string): Promise<void> {
    await mkdir(path.join(this.#folder, name), { recursive: true, mode: 0o700 })
    await this.#note({ path: name, is_folder: true })
  }

  /** @returns false if there is no such file (any more) */
  async addFile(source: string, name: string): Promise<boolean> {
    const copied = await copyFile(source, path.join(this.#folder, name))
    if (copied) await this.#noteFile(name, copied)
    return copied !== null
  }

  async addText(name: string, text: string): Promise<void> {
    await writeDurably(path.join(this.#folder, name), text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    await this.#noteFile(name, { bytes: Buffer.byteLength(text), sha256 })
  }

  /** Everything below a folder, except what is left out. */
  async addTree(root: string, name: string, leavesOut: (path: string) => boolean = () => false): Promise<void> {
    await this.addFolder(name)
    for await (const found of walk(root, leavesOut)) {
      const target = `${name}/${found.path}`
      if (found.isFolder) await this.addFolder(target)
      else await this.addFile(path.join(root, found.path), target)
    }
  }

  /** Ends the list. @returns its SHA-256 */
  async endList(): Promise<string> {
    await this.#list.sync()
    await this.#list.close()
    return this.#listHash.digest('hex')
  }

  /** The last step: from now on the folder is a backup. */
  async finish(manifest: SignedDocument): Promise<void> {
    const unfinished = path.join(this.#folder, `${manifestName}.unfinished`)
    await writeDurably(unfinished, `${JSON.stringify(manifest, null, 2)}\n`)
    await rename(unfinished, path.join(this.#folder, manifestName))
    const folder = await open(this.#folder, 'r')
    await folder.sync().finally(() => folder.close())
  }

  async #noteFile(name: string, copied: Copied): Promise<void> {
    this.#files += 1
    this.#bytes += copied.bytes
    await this.#note({ path: name, ...copied })
    if (performance.now() - this.#saidAt < sayEveryMs) return
    this.#saidAt = performance.now()
    this.#tell(`${this.#files} files, ${Math.round(this.#bytes / 1e6)} MB`)
  }

  async #note(entry: ListEntry): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`
    this.#listHash.update(line)
    await this.#list.writeFile(line)
  }
}

const writeDurably = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
