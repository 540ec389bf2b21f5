import path from 'node:path'
import type { Settings } from '../platform/settings/index.ts'
import { type DemoAccount, demoFiles } from './demonstration.ts'

/** Prints the addresses and sign-ins for the operator once everything is ready. */
export function announce(settings: Settings, accounts: readonly DemoAccount[]): void {
  const seconds = process.uptime().toFixed(1)
  const { identityIssuer, adminOrigin, clientOrigin } = settings
  const staffs = adminOrigin === clientOrigin ? '' : `, for the provider’s staff ${adminOrigin}`
  console.log(`\nHoldfast is ready in ${seconds} s: ${clientOrigin}${staffs}\n`)
  console.log(identityIssuer ? `People sign in at ${identityIssuer}.\n` : `${table(accounts)}\n`)
  console.log(`A handset of your own enrols with ${demoFiles(settings.home).enrolment} (docs/device-calls.md).\n`)
  console.log(`Everything is kept in ${settings.home}, logs in ${path.join(settings.home, 'log')}. Ctrl-C stops it.`)
}

function table(accounts: readonly DemoAccount[]): string {
  const heading = { portal: 'Portal', client: 'Client', user: 'Sign in as', password: 'Password', role: 'Role' }
  const columns = Object.keys(heading) as (keyof DemoAccount)[]
  const widths = columns.map((column) => Math.max(...[heading, ...accounts].map((row) => row[column].length)))
  return [heading, ...accounts]
    .map((row) => `  ${columns.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
