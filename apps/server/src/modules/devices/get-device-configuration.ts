import { type DeviceConfiguration, limits, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { nextSequence } from '../payloads/index.ts'
import { activePersonalNumbers } from '../personal-numbers/index.ts'
import { accountDeviceConfiguration } from './account-device-configuration.ts'
import { updateLastSeen } from './last-seen.ts'

/** `GET /configuration`: what a device needs to record, seal and upload. */
export const getDeviceConfiguration = (ctx: RequestContext): Promise<DeviceConfiguration> =>
  ctx.transaction(async (tx) => {
    const { device_reference, device_user_reference } = ctx.device
    const device = await tx.db
      .selectFrom('devices')
      .select(['services', 'next_sequence'])
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .executeTakeFirst()
    const public_key = await ctx.platform.clientKeys.currentPublicKey(tx)
    if (!device || !public_key) throw new ProductError('server.dependency_down', { part: 'The key of this account' })
    const holder = device_user_reference ? await findDeviceUser(tx, device_user_reference) : undefined
    const personal_numbers = device_user_reference ? await activePersonalNumbers(tx, device_user_reference) : []
    const next_sequence = Math.max(device.next_sequence, await nextSequence(tx, device_reference))
    const { gps_interval_ms } = await accountDeviceConfiguration(tx)
    await updateLastSeen(tx, device_reference)
    return {
      // What an offboarded person's device has recorded is still taken, but it records nothing more.
      services: holder?.is_active === false ? [] : (device.services as DeviceConfiguration['services']),
      personal_numbers,
      public_key,
      next_sequence,
      gps_interval_ms,
      server_time: tx.now.toISOString(),
      upload_limits: {
        max_payload_bytes: limits.maxPayloadBytes,
        max_part_bytes: limits.maxUploadPartBytes,
        max_inline_bytes: limits.maxInlineContentBytes,
        max_batch_items: limits.maxReferencesInBatch,
      },
    }
  })
