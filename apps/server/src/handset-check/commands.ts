import {
  type CommandForDevice,
  type DeviceCommandState,
  deviceCommandTransitions,
  deviceCommandTypes,
  ProductError,
} from '@holdfast/contract'
import { ulid } from 'ulid'
import type { Findings } from './findings.ts'

/** A command of each type, and what the handset reports of them. */
export class Commands {
  readonly #findings: Findings
  readonly #sent: CommandForDevice[] = []
  #areFetched = false

  constructor(findings: Findings) {
    this.#findings = findings
  }

  /** Sends one of each type, once. @returns whether it did so now */
  sendAll(at: number): boolean {
    if (this.#sent.length > 0) return false
    for (const command of deviceCommandTypes) {
      const params = command === 'sms_auto_response' ? { message: 'I am driving' } : {}
      const sent_at = new Date(at).toISOString()
      this.#sent.push({ command_reference: ulid(at), command, params, state: 'Sent', sent_at })
    }
    return true
  }

  get areFinished(): boolean {
    return this.#sent.length > 0 && !this.#sent.some(isUnfinished)
  }

  fetch(): CommandForDevice[] {
    const items = this.#sent.filter(isUnfinished)
    if (items.length > 0) this.#areFetched = true
    return items
  }

  /** @throws ProductError `request.not_found`, `command.illegal_transition` */
  report(command_reference: string, state: DeviceCommandState): CommandForDevice {
    const command = this.#sent.find((sent) => sent.command_reference === command_reference)
    if (!command) throw new ProductError('request.not_found')
    if (state === command.state) return command
    const isAllowed = deviceCommandTransitions.can(command.state, state)
    this.#findings.judge(
      'commands.acknowledged',
      isAllowed,
      'Acknowledged before it begins, then Completed or Failed',
      () => `${command.command} was ${command.state}, and reported as ${state}`,
    )
    if (!isAllowed) throw new ProductError('command.illegal_transition', { from: command.state, to: state })
    command.state = state
    if (!isUnfinished(command)) this.#findings.pass('commands.answered')
    return command
  }

  typeOf(command_reference: string): CommandForDevice['command'] | undefined {
    return this.#sent.find((sent) => sent.command_reference === command_reference)?.command
  }

  /** Commands that the handset has fetched and not finished. */
  unanswered(): CommandForDevice[] {
    return this.#areFetched ? this.#sent.filter(isUnfinished) : []
  }
}

const isUnfinished = ({ state }: CommandForDevice): boolean => state === 'Sent' || state === 'Acknowledged'
