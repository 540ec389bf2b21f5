import {
  type CallInput,
  type calls,
  type DeviceInstallState,
  ProductError,
  type VerifyResponse,
} from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { portalOriginOf } from '../../core/hosts/index.ts'
import type { DeviceRow } from '../../platform/database/index.ts'
import { aboutDevice, clearAlert, raiseAlert } from '../alerts/index.ts'
import { lockActiveDeviceUser } from '../device-users/index.ts'
import { takeLicences } from '../licence-limits/index.ts'
import { countDevicesByService } from './device-counts.ts'
import { addDeviceReset } from './device-resets.ts'
import { type OpenedCode, openEnrolmentCode, useEnrolmentCode } from './enrolment-code.ts'
import { recordSecretUse } from './former-secret-devices.ts'
import { markLostRecordingsJob } from './mark-lost-recordings.ts'
import { asNew } from './remove-device.ts'
import { signOfSharedSerial } from './shared-serial.ts'
import { addDevice, licencesToVerify, lockDevice, updateVerifiedDevice } from './verified-device.ts'

type Input = CallInput<typeof calls.verifyDevice>

/** `POST /verify`: a device that holds its account's enrolment secret gets an access token (docs/device-calls.md). */
export const verifyDevice = async (ctx: RequestContext, { body }: Input): Promise<VerifyResponse> => {
  const { client, device_info, device_user_reference = null } = body
  ctx.recordClaims({ client, device_reference: device_info.serial_number, device_user_reference })
  const opened = await openEnrolmentCode(ctx, body)
  const { device, install_state } = await ctx.transaction((tx) => verify(ctx, tx, opened, body))
  const token = await ctx.platform.identity.issueDeviceToken({
    client: ctx.client,
    device_reference: device.device_reference,
    installation_id: device.installation_id ?? '',
  })
  return {
    ...token,
    client_portal_url: `${portalOriginOf(ctx.platform.settings, ctx.client)}/sign-in?client=${ctx.client}`,
    enabled_services: device.services as VerifyResponse['enabled_services'],
    account_reference: ctx.client,
    install_state,
  }
}

const verify = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { ulid, secret }: OpenedCode,
  body: Input['body'],
) => {
  const device_reference = body.device_info.serial_number
  // Use the code first: when several requests use it at once, the refused ones then see the device that the first one created.
  const refusal = await useEnrolmentCode(tx, ulid, device_reference)
  const known = await lockDevice(tx, device_reference)
  if (known) identify(ctx, known)
  if (refusal) throw new ProductError(refusal)
  if (known?.is_blocked) throw new ProductError('device.blocked')
  const isKnown = known !== undefined && known.removed_at === null
  const holder = body.device_user_reference ?? (isKnown ? known.device_user_reference : null)
  const user = await lockActiveDeviceUser(tx, holder ?? '')
  if (!user) throw new ProductError('device.unknown_user')
  const before = known
    ? { device: isKnown ? known : asNew(known), isNew: !isKnown }
    : await addDevice(tx, device_reference, user)
  await takeLicences(tx, licencesToVerify(before, user), countDevicesByService)
  const install_state = installState(before.device.installation_id, body.installation_id ?? null)
  const shared_serial = await signOfSharedSerial(tx, before.device, body, install_state)
  const device = await updateVerifiedDevice(tx, before, user, body, { install_state, shared_serial })
  identify(ctx, device)
  if (secret) await recordSecretUse(tx, device_reference, secret)
  if (install_state === 'FactoryReset') {
    const registered_until = tx.now.toISOString()
    await addDeviceReset(tx, device_reference)
    await raiseAlert(tx, {
      condition: 'factory_reset',
      of: device_reference,
      values: { device: device_reference },
      group: device.group,
      related: [aboutDevice(device_reference)],
      api_action: 'POST /verify',
    })
    await tx.enqueue(markLostRecordingsJob, { client: tx.client, device_reference, registered_until })
  }
  if (before.device.is_deactivated) await clearAlert(tx, 'device_silent', device_reference)
  const { group, device_user_reference } = device
  if (before.device.shared_serial_since === null && shared_serial !== null) {
    tx.audit('device.serial_shared', { device_reference, reason: shared_serial }, [device.group])
  }
  tx.audit('device.verified', { device_reference, device_user_reference, install_state }, [group])
  return { device, install_state }
}

/** Names the device on the call's trail entry. */
const identify = (ctx: RequestContext, device: DeviceRow): void => {
  const { device_reference, device_user_reference, group, held_since } = device
  ctx.identify({ kind: 'device', device_reference, device_user_reference, group, held_since })
  ctx.setAuditGroup(group)
}

/** Compares the installation id that a device sent with the known one (docs/decisions/0001, 'Device calls'). */
const installState = (known: string | null, given: string | null): DeviceInstallState => {
  if (given === null) return 'NoInstallationId'
  if (known === null) return 'NewInstall'
  return known === given ? 'NoChange' : 'FactoryReset'
}
