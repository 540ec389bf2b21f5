import {
  type CallInput,
  type CallResponse,
  type CommandOutcome,
  type calls,
  type DeviceCommand,
  type ErrorCode,
  ProductError,
} from '@holdfast/contract'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { type DeviceRow, isStorable, type TenantTransaction } from '../../platform/database/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { lockDevices } from '../devices/index.ts'
import { type DeviceCommandRow, deviceCommandOf, isUnfinished, oldestUnanswered } from './device-command-row.ts'
import { enqueuePushes } from './push-commands.ts'

type Wanted = Pick<CallInput<typeof calls.sendCommands>['body'], 'command' | 'params'>

/** What became of a command for one device. */
type Sent =
  | { device_reference: string; result: 'sent' | 'waiting'; command: DeviceCommandRow }
  | { device_reference: string; result: 'refused'; code: ErrorCode }

/** A handset fetches at most so many at once, so it would not get to know of more. */
const maxUnfinished = 100

/** `POST /devices/{device_reference}/commands`. */
export const sendCommand = async (
  ctx: RequestContext,
  { params: { device_reference }, body }: CallInput<typeof calls.sendCommand>,
): Promise<DeviceCommand> => {
  ctx.recordClaims({ command: body.command })
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const [sent] = await send(ctx, tx, groups, { device_references: [device_reference], ...body })
    if (!sent || sent.result === 'refused') throw errorOf(sent?.code ?? 'request.not_found')
    return deviceCommandOf(sent.command)
  })
}

/** `POST /commands`: devices that the caller may not see are answered as those that do not exist. */
export const sendCommands = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.sendCommands>,
): Promise<CallResponse<typeof calls.sendCommands>> => {
  ctx.recordClaims({ command: body.command })
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const sent = await send(ctx, tx, groups, body)
    const refused = sent.find((one) => one.result === 'refused')
    if (refused) ctx.recordRefusal({ reason: refused.code, isDenial: isDenial(errorOf(refused.code)) })
    return { items: sent.map(outcomeOf) }
  })
}

const errorOf = (code: ErrorCode): ProductError =>
  new ProductError(code, code === 'command.too_many' ? { limit: maxUnfinished } : {})

const outcomeOf = (sent: Sent): CommandOutcome => {
  const { device_reference, result } = sent
  if (sent.result !== 'refused') return { device_reference, result }
  return { device_reference, result, code: sent.code, message: errorOf(sent.code).message }
}

/** Decides for each device in the order of the request, and stores what is sent. */
const send = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  groups: GroupIndex,
  { device_references, ...wanted }: Wanted & { device_references: readonly string[] },
): Promise<Sent[]> => {
  if (!isStorable(wanted)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const devices = new Map((await lockDevices(tx, device_references)).map((device) => [device.device_reference, device]))
  const unfinished = Map.groupBy(await unfinishedOf(tx, [...devices.keys()]), (row) => row.device_reference)
  const decided = device_references.map((device_reference): Sent => {
    const device = devices.get(device_reference)
    const code = refusalFor(ctx, groups, device) ?? problemOf(wanted)
    if (code || !device) return { device_reference, result: 'refused', code: code ?? 'request.not_found' }
    if (device_references.length === 1) ctx.setAuditGroup(device.group)
    const own = unfinished.get(device_reference) ?? []
    const same = own.find((row) => isUnanswered(row, wanted, tx.now))
    if (same) return { device_reference, result: 'waiting', command: same }
    if (own.length >= maxUnfinished) return { device_reference, result: 'refused', code: 'command.too_many' }
    return { device_reference, result: 'sent', command: newCommand(ctx, tx, device, wanted) }
  })
  const commands = decided.flatMap((one) => (one.result === 'sent' ? one.command : []))
  if (commands.length === 0) tx.audit('record.unchanged', {})
  else {
    await store(tx, commands)
    await enqueuePushes(
      tx,
      ctx.platform.pusher,
      commands.map(({ device_reference }) => device_reference),
    )
  }
  return decided
}

const refusalFor = (ctx: RequestContext, groups: GroupIndex, device: DeviceRow | undefined): ErrorCode | null => {
  const group = device && groups.get(device.group)
  if (!group || !ctx.access.can('devices:read', { group })) return 'request.not_found'
  if (!ctx.access.can('devices:command', { group })) return 'auth.forbidden'
  if (device.removed_at !== null) return 'command.device_removed'
  return device.is_blocked ? 'command.device_blocked' : null
}

const problemOf = ({ command, params }: Wanted): ErrorCode | null => {
  const takesMessage = command === 'sms_auto_response'
  if (takesMessage === (params?.message !== undefined)) return null
  return takesMessage ? 'command.message_needed' : 'command.no_message'
}

/** Whether a device was told the same before, and may still answer. */
const isUnanswered = (row: DeviceCommandRow, { command, params }: Wanted, now: Date): boolean =>
  row.state === 'Sent' &&
  row.command === command &&
  row.params?.message === params?.message &&
  row.sent_at > oldestUnanswered(now)

const newCommand = (
  ctx: RequestContext,
  { client, now }: TenantTransaction,
  { device_reference, group }: DeviceRow,
  { command, params = {} }: Wanted,
): DeviceCommandRow => ({
  client,
  command_reference: newId(now),
  device_reference,
  group,
  command,
  params,
  state: 'Sent',
  raised_by: ctx.actor.reference,
  failure: null,
  sent_at: now.toISOString(),
  acknowledged_at: null,
  completed_at: null,
  updated_at: now.toISOString(),
  updated_by: ctx.actor.reference,
})

const unfinishedOf = (tx: TenantTransaction, device_references: readonly string[]): Promise<DeviceCommandRow[]> =>
  device_references.length === 0
    ? Promise.resolve([])
    : tx.db
        .selectFrom('device_commands')
        .selectAll()
        .where('client', '=', tx.client)
        .where('device_reference', 'in', device_references)
        .where(isUnfinished)
        .orderBy('command_reference')
        .limit(device_references.length * maxUnfinished)
        .execute()

/** Stores commands, which their devices fetch. Each is on the trail of its device's group. */
const store = async (tx: AuditedTransaction, commands: readonly DeviceCommandRow[]): Promise<void> => {
  if (commands.length === 0) return
  await tx.db
    .insertInto('device_commands')
    .values(commands.map((row) => ({ ...row, params: JSON.stringify(row.params) })))
    .execute()
  for (const { command_reference, device_reference, group, command, params } of commands) {
    const details = { command_reference, device_reference, command, message: params?.message ?? null }
    tx.audit('device_command.sent', details, [group])
    await tx.notify({ kind: 'device', reference: device_reference, state: null, payload_type: null, group })
  }
}
