import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { programOf } from '../platform/places.ts'

/** A user of the demonstration who can sign in. */
export interface DemoAccount {
  portal: string
  client: string
  user: string
  password: string
  role: string
}

/** The program of the demonstration. It is an app of its own; the server does not import it. */
export const demoProgram = programOf('apps/demo/src/main.ts')

/** The files that the demonstration writes for others. */
export const demoFiles = (home: string) => ({
  /** The users who can sign in, as JSON of `DemoAccount[]`. */
  accounts: path.join(home, 'demo', 'accounts.json'),
  /** The handsets of the simulated fleet. */
  fleet: path.join(home, 'demo', 'fleet.json'),
  /** What you need to enrol a handset of your own (docs/device-calls.md). */
  enrolment: path.join(home, 'demo', 'enrolment.json'),
  /** Says that the whole history was written, and by which version of it. */
  history: path.join(home, 'demo', 'history.json'),
})

/** The users who can sign in, once the program of the demonstration is up. */
export const readDemoAccounts = async (home: string): Promise<DemoAccount[]> =>
  JSON.parse(await readFile(demoFiles(home).accounts, 'utf8')) as DemoAccount[]
