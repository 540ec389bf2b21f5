import { type ReactNode, useSyncExternalStore } from 'react'
import { session } from '../../api/client.ts'
import { text } from '../../i18n/text.ts'
import { type BatchRun, createBatchRun, isRunning, type RunState, type SendBatch } from './batch-run.ts'
import type { Selection } from './selection.ts'
import type { SelectionAction } from './selection-action.ts'

/** What is done with the selected rows of a list. */
export interface ListRun extends BatchRun {
  /** The list and its filters. */
  list: string
  action: SelectionAction
  /** The addresses of the rows by key. */
  links: Selection['chosen']
  /** Their names by key, of those that the list has read. */
  names: ReadonlyMap<string, ReactNode>
}

interface RunOfList {
  list: string
  action: SelectionAction
  chosen: Selection['chosen']
  names: ListRun['names']
  send: SendBatch
}

/** The last one of this tab: its results are still there for somebody who opened one of them and comes back. */
let current: ListRun | null = null
const listeners = new Set<() => void>()

const show = (run: ListRun | null): void => {
  current = run
  for (const listener of listeners) listener()
}

const account = (): string => {
  const { client, support } = session.state()
  return JSON.stringify([client, support?.requestReference])
}

/** Calls go to the account that is open when they are sent, so a run ends where another one was opened. */
export const startRun = ({ list, action, chosen, names, send }: RunOfList): ListRun => {
  const own = account()
  const sendToOwn: SendBatch = async (references) => {
    if (account() !== own) throw new Error(text('run.other_account'))
    return send(references)
  }
  const run = { ...createBatchRun([...chosen.keys()], sendToOwn), list, action, links: chosen, names }
  show(run)
  return run
}

export const forgetRun = (): void => show(null)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const noRun = () => () => undefined

/** The run of this list, or one of another list that is still going on. */
export const useCurrentRun = (list: string): { run: ListRun; state: RunState } | null => {
  const run = useSyncExternalStore(subscribe, () => current)
  const state = useSyncExternalStore(run?.subscribe ?? noRun, () => run?.state() ?? null)
  return run && state && (run.list === list || isRunning(state)) ? { run, state } : null
}
