#!/usr/bin/env node
/**
 * `holdfast-fleet`: simulated handsets that record real media. Settings: HOLDFAST_ORIGIN; HOLDFAST_FLEET_FILE (see
 * fleet-file.ts); HOLDFAST_HOME (default `.holdfast`; the handsets store their data in its folder `fleet`); HOLDFAST_MEDIA
 * (default: the repository's `media`); HOLDFAST_FLEET_SEED (default: the start time).
 */
import path from 'node:path'
import { readFleetFile } from './fleet-file.ts'
import { createLogWriter } from './log-writer.ts'
import { openMediaFolder } from './media-folder.ts'
import { simulateHandset } from './simulated-handset.ts'
import { stopSignal } from './stop-signal.ts'

const run = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const { HOLDFAST_ORIGIN: origin, HOLDFAST_FLEET_FILE: file } = environment
  if (!origin || !file) throw new Error('HOLDFAST_ORIGIN and HOLDFAST_FLEET_FILE must be set')
  const signal = stopSignal()
  const log = createLogWriter(process.stdout)
  const identities = await readFleetFile(file)
  const media = await openMediaFolder(environment.HOLDFAST_MEDIA ?? path.join(import.meta.dirname, '../../../media'))
  const home = path.join(environment.HOLDFAST_HOME ?? '.holdfast', 'fleet')
  const seed = environment.HOLDFAST_FLEET_SEED ?? String(Date.now())
  const simulation = { origin: origin.replace(/\/$/, ''), home, media, seed, log, signal }
  if (process.connected) process.send?.({ ready: true })
  log('info', 'switched on', { handsets: identities.length, seed })
  await Promise.all(
    identities.map((identity) =>
      simulateHandset(identity, simulation).catch((error: unknown) => {
        if (!signal.aborted) throw error
      }),
    ),
  )
  log('info', 'switched off')
}

try {
  await run(process.env)
  process.exit(0)
} catch (error) {
  const line = error instanceof Error ? error.message : String(error)
  if (process.connected) process.send?.({ failed: line })
  console.error(line)
  process.exit(1)
}
