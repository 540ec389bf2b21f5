#!/usr/bin/env node
import {
  exitCodeOf,
  runUntilStopped,
  type Settings,
  StartFailure,
  sendToSupervisor,
  startApi,
  startRequested,
  stopRequested,
  withDatabase,
} from '@holdfast/server'
import { fillDemo } from './fill-demo.ts'
import { fillHistory } from './history/fill-history.ts'

/** The api and the portal, with the customers of the demonstration. */
const serve = (settings: Settings): Promise<void> =>
  runUntilStopped(() => startApi(withDatabase(settings), { beforeServing: fillDemo }), startRequested())

/** Fills in the past of the customers while people already use the product. */
const history = async (settings: Settings): Promise<void> => {
  await sendToSupervisor({ ready: null })
  // Each step is one transaction, so stopping here loses nothing: the next start fills in the rest.
  const filled = fillHistory(withDatabase(settings)).then(() => process.stdout.write('The history is complete.\n'))
  await Promise.race([filled, stopRequested()])
}

const programs = new Map([
  ['serve', serve],
  ['history', history],
])

const [name = ''] = process.argv.slice(2)
const code = await exitCodeOf(async (settings) => {
  const program = programs.get(name)
  if (!program) throw new StartFailure(`Choose a program of the demonstration: ${[...programs.keys()].join(' or ')}.`)
  await program(settings)
})
// Handles that libraries leave open must not keep a process alive that has ended.
process.exit(code)
