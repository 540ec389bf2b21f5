import { existsSync } from 'node:fs'
import { InstallationError } from '../settings/index.ts'
import { type Confinement, type ConfinementLevel, confinementLevels, confinementOf } from './confinement.ts'
import { decode, type RangeSource, type Task } from './decode.ts'
import type { Decoded } from './decoder-messages.ts'
import type { DecodeOptions } from './decoder-process.ts'
import { programFiles } from './decoder-program.ts'

export interface MediaDecoderOptions {
  /** Absolute paths of folders that no decoder may see, such as the one with the keys. */
  hiddenFolders: readonly string[]
  /** The weakest confinement in which decoders may run. */
  leastConfinement: ConfinementLevel
}

/** Decodes recordings on this machine, each in a confined process of its own. */
export class MediaDecoder {
  readonly #options: MediaDecoderOptions
  #confinement: Confinement | undefined

  constructor(options: MediaDecoderOptions) {
    this.#options = options
  }

  /**
   * How decoders are confined. Found out on the first use, because most processes decode nothing.
   * @throws InstallationError if this machine allows only a weaker confinement than the operator requires
   */
  get confinement(): Confinement {
    this.#confinement ??= this.#findConfinement()
    return this.#confinement
  }

  #findConfinement(): Confinement {
    const { hiddenFolders, leastConfinement } = this.#options
    const confinement = confinementOf({
      needed: programFiles(),
      hidden: hiddenFolders.filter((each) => existsSync(each)),
    })
    const { level } = confinement
    if (confinementLevels.indexOf(level) <= confinementLevels.indexOf(leastConfinement)) return confinement
    throw new InstallationError(
      `HOLDFAST_LEAST_CONFINEMENT: this machine confines decoders to "${level}" only. Install bubblewrap 0.8 or later, and allow user namespaces.`,
    )
  }

  /** See `decode`. */
  decode(source: RangeSource, task: Task, options: Omit<DecodeOptions, 'confinement'>): AsyncGenerator<Decoded, void> {
    return decode(source, task, { ...options, confinement: this.confinement })
  }
}
