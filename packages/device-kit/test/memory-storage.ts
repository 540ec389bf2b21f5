import type { HandsetStorage } from '../src/index.ts'

/** Storage that survives the handset's process, and can end that process at a chosen write. */
export interface MemoryStorage extends HandsetStorage {
  readonly records: Map<string, Uint8Array>
  /** Ends the process at this write, counted from now: after it took effect if `isDone`, otherwise before. */
  dieAt: (write: number, isDone: boolean) => void
  /** Lets the storage work again, for a new process. */
  revive: () => void
}

export class Died extends Error {}

const collect = async (content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  if (content instanceof Uint8Array) return Uint8Array.from(content)
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(Uint8Array.from(part))
  return new Uint8Array(Buffer.concat(parts))
}

export const memoryStorage = (): MemoryStorage => {
  const records = new Map<string, Uint8Array>()
  let writesLeft = Number.POSITIVE_INFINITY
  let isDoneWhenDying = false
  let dead = false
  const alive = () => {
    if (dead) throw new Died()
  }
  const write = (change: () => void) => {
    alive()
    dead = --writesLeft < 0
    if (!dead || isDoneWhenDying) change()
    alive()
  }
  return {
    records,
    dieAt: (at, isDone) => {
      writesLeft = at
      isDoneWhenDying = isDone
    },
    revive: () => {
      dead = false
      writesLeft = Number.POSITIVE_INFINITY
    },
    put: async (name, content) => {
      const bytes = await collect(content)
      write(() => records.set(name, bytes))
    },
    get: async (name, range) => {
      alive()
      const bytes = records.get(name)
      return bytes && Uint8Array.from(range ? bytes.subarray(range.from, range.to) : bytes)
    },
    list: async (folder) => {
      alive()
      return [...records.keys()].filter((name) => name.startsWith(`${folder}/`)).sort()
    },
    remove: async (name) => write(() => records.delete(name)),
  }
}
