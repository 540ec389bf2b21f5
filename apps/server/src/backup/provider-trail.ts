import type { AuditEvent } from '@holdfast/contract'
import { providerClient } from '../core/accounts/index.ts'
import { recordProductActivity } from '../core/activities/index.ts'
import type { Platform } from '../core/platform.ts'

/** Records on the provider's trail what an operator did with a command. An installation without the provider's account has no such trail. */
export const recordForProvider = async (
  { clients, database }: Pick<Platform, 'clients' | 'database'>,
  command: string,
  event: AuditEvent,
  details: Record<string, unknown>,
): Promise<void> => {
  if ((await clients.find(providerClient)) === null) return
  await database.transaction(providerClient, (tx) =>
    recordProductActivity(tx, { call: `COMMAND ${command}`, event, details }),
  )
}
