import type { DemoAccount } from '../commands/announce.ts'
import { migrate } from '../platform/database/index.ts'
import type { Settings } from '../platform/settings/index.ts'

export async function fillDemo(settings: Settings & { databaseUrl: string }): Promise<DemoAccount[]> {
  await migrate(settings.databaseUrl, 'placeholder')
  return [{ portal: 'client', client: 'northwind', user: 'ana', password: 'secret', role: 'Compliance Officer' }]
}
