import { limits } from '@holdfast/contract'

/**
 * What a call for up to 100 recordings, devices or other rows, by their keys in the list, answers for each of them. Every other `result`
 * than `refused` is a success.
 */
export type BatchItem = ({ payload_reference: string } | { device_reference: string } | { key: string }) & {
  result: string
  code?: string | undefined
  message?: string | undefined
}

/**
 * Sends one batch. It may be sent again if its answer was lost, so repeating it must change nothing.
 * @throws if the whole batch was refused, or its answer was lost
 */
export type SendBatch = (references: readonly string[]) => Promise<readonly BatchItem[]>

export interface RunState {
  /** `interrupted`: a whole batch failed. Everything but `running` and `stopping` can be resumed for what is left. */
  status: 'running' | 'stopping' | 'stopped' | 'interrupted' | 'finished'
  results: ReadonlyMap<string, BatchItem>
  /** Why the run was interrupted. */
  failure: Error | null
}

export interface BatchRun {
  references: readonly string[]
  state: () => RunState
  subscribe: (listener: () => void) => () => void
  /** Sends what has no result yet, and again what was refused and matches. Resolves when it ends. */
  resume: (isAgain?: (refused: BatchItem) => boolean) => Promise<void>
  /** Ends the run after the batch that is on its way. */
  stop: () => void
}

export const isRunning = ({ status }: RunState): boolean => status === 'running' || status === 'stopping'

const keyOf = (item: BatchItem): string => {
  if ('key' in item) return item.key
  return 'payload_reference' in item ? item.payload_reference : item.device_reference
}

/** Does something with many recordings or devices, 100 at a time, with a result for each of them. */
export const createBatchRun = (references: readonly string[], send: SendBatch): BatchRun => {
  let state: RunState = { status: 'stopped', results: new Map(), failure: null }
  const listeners = new Set<() => void>()
  const change = (next: Partial<RunState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const waiting = () => references.filter((reference) => !state.results.has(reference))
  const sendWaiting = async () => {
    while (state.status === 'running') {
      const batch = waiting().slice(0, limits.maxReferencesInBatch)
      if (batch.length === 0) return
      const answered = new Map((await send(batch)).map((item) => [keyOf(item), item]))
      if (!batch.every((reference) => answered.has(reference))) throw new Error('The answer lacks results')
      change({ results: new Map([...state.results, ...answered]) })
    }
  }
  return {
    references,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume: async (isAgain = () => false) => {
      if (isRunning(state)) return
      const settled = [...state.results].filter(([, item]) => item.result !== 'refused' || !isAgain(item))
      change({ status: 'running', results: new Map(settled), failure: null })
      try {
        await sendWaiting()
        change({ status: waiting().length === 0 ? 'finished' : 'stopped' })
      } catch (cause) {
        change({ status: 'interrupted', failure: cause instanceof Error ? cause : new Error(String(cause)) })
      }
    },
    stop: () => {
      if (state.status === 'running') change({ status: 'stopping' })
    },
  }
}
