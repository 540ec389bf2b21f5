import { ProductError } from '@holdfast/contract'

const mebibyte = 1024 * 1024
/** Of each body, what is held whatever others hold: all of a usual one. */
const alwaysHeldBytes = 64 * 1024
const maxBytesOfCaller = 16 * mebibyte

/** Bytes of bodies that the process holds at once, until they are answered. Large ones are refused when there is no room. */
export class BodyMemory {
  readonly #maxBytes: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor({ maxBytes = 48 * mebibyte }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
  }

  /** What one call of a caller holds, from now on. */
  hold(caller: string): HeldBody {
    let bytes = 0
    const fits = (more: number): boolean =>
      bytes + more <= alwaysHeldBytes ||
      (this.#held + more <= this.#maxBytes && (this.#heldBy.get(caller) ?? 0) + more <= maxBytesOfCaller)
    const change = (by: number): void => {
      bytes += by
      this.#held += by
      const ofCaller = (this.#heldBy.get(caller) ?? 0) + by
      if (ofCaller > 0) this.#heldBy.set(caller, ofCaller)
      else this.#heldBy.delete(caller)
    }
    return {
      assertRoom: (more) => {
        if (!fits(more)) throw new ProductError('server.busy')
      },
      take: (more) => {
        if (!fits(more)) throw new ProductError('server.busy')
        change(more)
      },
      release: () => change(-bytes),
    }
  }
}

export interface HeldBody {
  /** @throws ProductError `server.busy` */
  assertRoom: (bytes: number) => void
  /** @throws ProductError `server.busy` */
  take: (bytes: number) => void
  release: () => void
}
