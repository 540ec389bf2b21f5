import type { TenantTransaction } from '../../platform/database/index.ts'

/** How many devices use a former enrolment secret. */
export interface FormerSecretUse {
  /** Devices that authenticated with it since it was replaced. */
  devices: number
  /** Those of them that have not authenticated with the new secret since. */
  devices_left: number
}

/** Notes with which secret a device authenticated, while the account has two. */
export const recordSecretUse = async (
  { client, now, db }: TenantTransaction,
  device_reference: string,
  secret: 'current' | 'former',
): Promise<void> => {
  if (secret === 'former') {
    await db
      .insertInto('former_secret_devices')
      .values({ client, device_reference, former_at: now, is_left: true })
      .onConflict((conflict) =>
        conflict.columns(['client', 'device_reference']).doUpdateSet((eb) => ({
          former_at: eb.ref('excluded.former_at'),
          is_left: eb.ref('excluded.is_left'),
        })),
      )
      .execute()
    return
  }
  await db
    .updateTable('former_secret_devices')
    .set({ is_left: false })
    .where('client', '=', client)
    .where('device_reference', '=', device_reference)
    .where('is_left', '=', true)
    .execute()
}

export const countFormerSecretUse = ({ client, db }: TenantTransaction): Promise<FormerSecretUse> =>
  db
    .selectFrom('former_secret_devices')
    .select(({ fn }) => [
      fn.countAll<number>().as('devices'),
      fn.countAll<number>().filterWhere('is_left', '=', true).as('devices_left'),
    ])
    .where('client', '=', client)
    .executeTakeFirstOrThrow()

/** Forgets who used the former secret, once it has ended. */
export const forgetFormerSecretUse = async ({ client, db }: TenantTransaction): Promise<void> => {
  await db.deleteFrom('former_secret_devices').where('client', '=', client).execute()
}
