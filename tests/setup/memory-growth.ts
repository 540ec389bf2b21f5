import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of heap and buffers, without garbage. */
const usedMemory = (): number => {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Does long work. @returns by how many bytes the memory of this process grew meanwhile, at most */
export const memoryGrowth = async (work: () => Promise<unknown>, sampledEveryMs = 15_000): Promise<number> => {
  const before = usedMemory()
  let most = before
  const sample = () => {
    most = Math.max(most, usedMemory())
  }
  const sampling = setInterval(sample, sampledEveryMs)
  try {
    await work()
  } finally {
    clearInterval(sampling)
  }
  sample()
  return most - before
}
