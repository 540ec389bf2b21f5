import { createHash } from 'node:crypto'
import { configurationETag, type DeviceConfiguration, deviceLimits, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { nextSequence } from '../payloads/index.ts'
import { activePersonalNumbers } from '../personal-numbers/index.ts'
import { accountDeviceConfiguration } from './account-device-configuration.ts'
import { updateLastSeen } from './last-seen.ts'

/** `GET /configuration`: what a device needs to record, seal and upload. 304 when it has this version already. */
export const getDeviceConfiguration = async (ctx: RequestContext): Promise<DeviceConfiguration | undefined> => {
  const configuration = await readConfiguration(ctx)
  const etag = configurationETag(configuration.version)
  ctx.reply.header('etag', etag)
  if (!isNamedBy(ctx.request.headers['if-none-match'], etag)) return configuration
  ctx.setStatus(304)
  return undefined
}

const readConfiguration = (ctx: RequestContext): Promise<DeviceConfiguration> =>
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
    const versioned = {
      // What an offboarded person's device has recorded is still taken, but it records nothing more.
      services: device_user_reference && !holder?.is_active ? [] : (device.services as DeviceConfiguration['services']),
      personal_numbers,
      public_key,
      gps_interval_ms,
      ...deviceLimits,
    }
    return { version: versionOf(versioned), ...versioned, next_sequence, server_time: tx.now.toISOString() }
  })

/** A digest, so that any change is another version, a change of our own limits with an upgrade too. */
const versionOf = (versioned: object): string =>
  createHash('sha256').update(JSON.stringify(versioned)).digest('base64url').slice(0, 22)

/** Weak comparison (RFC 9110 §8.8.3.2): proxies may strengthen or weaken an ETag. */
const isNamedBy = (ifNoneMatch: string | undefined, etag: string): boolean => {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false
}
