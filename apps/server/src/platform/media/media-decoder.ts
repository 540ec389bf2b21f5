import { existsSync } from 'node:fs'
import { type Confinement, confinementOf } from './confinement.ts'
import { type Decoded, type DecodeOptions, decode, type RangeSource, type Task } from './decode.ts'

/** Decodes recordings on this machine, each in a confined process of its own. */
export class MediaDecoder {
  readonly #hiddenFolders: readonly string[]
  #confinement: Confinement | undefined

  /** @param hiddenFolders absolute paths of folders that no decoder may see, such as the one with the keys */
  constructor(hiddenFolders: readonly string[]) {
    this.#hiddenFolders = hiddenFolders
  }

  /** How decoders are confined. Found out on the first use, because most processes decode nothing. */
  get confinement(): Confinement {
    this.#confinement ??= confinementOf(this.#hiddenFolders.filter((folder) => existsSync(folder)))
    return this.#confinement
  }

  /** See `decode`. */
  decode(source: RangeSource, task: Task, options: Omit<DecodeOptions, 'confinement'>): AsyncGenerator<Decoded, void> {
    return decode(source, task, { ...options, confinement: this.confinement })
  }
}
