import { calls, type ImportOutcome, type ImportRow } from '@holdfast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { readApi } from '../../../shared/api/client.ts'
import { isChangedBy } from '../../../shared/forms/changed-queries.ts'
import type { PreparedRow } from './import-rows.ts'
import { type Outcomes, type SendRows, sendInBatches } from './import-run.ts'

export type Phase = 'preview' | 'apply'

export interface PeopleImport {
  phase: Phase
  /** How many rows of this phase were sent, of how many. */
  sent: number
  total: number
  isRunning: boolean
  isDone: boolean
  failure: ApiError | null
  /** What the preview says. */
  previewed: Outcomes
  /** What became of the rows that were applied. */
  applied: Outcomes
  /** Previews, or goes on after a stop or failure. */
  resume: () => void
  apply: (acceptGains: boolean) => void
  stop: () => void
}

const isChange = (outcome: ImportOutcome | undefined): boolean =>
  outcome !== undefined && outcome.result !== 'refused' && outcome.result !== 'unchanged'

interface Run {
  phase: Phase
  send: SendRows
  rows: readonly PreparedRow[]
  indexes: readonly number[]
  outcomes: (ImportOutcome | undefined)[]
}

const previewRun = (rows: readonly PreparedRow[]): Run => ({
  phase: 'preview',
  rows,
  indexes: rows.flatMap(({ local }, index) => (local ? [] : [index])),
  outcomes: rows.map(() => undefined),
  send: async (sent) => (await readApi(calls.previewDeviceUserImport, { body: { rows: sent } })).items,
})

/** Only rows that change something, with the version that the preview compared them with. */
const applyRun = (rows: readonly PreparedRow[], previewed: Outcomes, accept_gains: boolean): Run => ({
  phase: 'apply',
  rows: rows.map((prepared, index) => ({ ...prepared, row: withVersion(prepared.row, previewed[index]) })),
  indexes: rows.flatMap((_, index) => (isChange(previewed[index]) ? [index] : [])),
  outcomes: rows.map(() => undefined),
  send: async (sent) =>
    (await readApi(calls.applyDeviceUserImport, { query: { accept_gains }, body: { rows: sent } })).items,
})

const withVersion = (row: ImportRow, outcome: ImportOutcome | undefined): ImportRow =>
  outcome ? { ...row, version: outcome.version } : row

/** Previews the rows of a file, and then applies those that change something. */
export const usePeopleImport = (rows: readonly PreparedRow[]): PeopleImport => {
  const queryClient = useQueryClient()
  const [preview] = useState(() => previewRun(rows))
  const [applying, setApplying] = useState<Run | null>(null)
  const [sent, setSent] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const abort = useRef(new AbortController())
  const run = applying ?? preview

  const start = async (started: Run): Promise<void> => {
    abort.current = new AbortController()
    setRunning(true)
    setFailure(null)
    try {
      await sendInBatches({ ...started, signal: abort.current.signal, onProgress: setSent })
    } catch (error) {
      setFailure(error instanceof ApiError ? error : new ApiError(0, {}))
    }
    setRunning(false)
    if (started.phase === 'apply') {
      const changed = isChangedBy(calls.onboardDeviceUser, [calls.listDeviceUsers, calls.listDevices, calls.listGroups])
      await queryClient.invalidateQueries({ predicate: changed })
    }
  }
  return {
    phase: run.phase,
    sent,
    total: run.indexes.length,
    isRunning,
    isDone: sent >= run.indexes.length,
    failure,
    previewed: preview.outcomes,
    applied: applying?.outcomes ?? [],
    resume: () => void start(run),
    apply: (acceptGains) => {
      const next = applyRun(rows, preview.outcomes, acceptGains)
      setApplying(next)
      setSent(0)
      void start(next)
    },
    stop: () => abort.current.abort(),
  }
}
