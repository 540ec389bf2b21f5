import type { CommandHandlers, Handset } from '@holdfast/device-kit'
import { commonMetadata } from './recording-metadata.ts'
import type { Circumstances, SimulatedRecording } from './simulated-recording.ts'

/** What the command handlers need. */
export interface HandlerContext {
  handset: Pick<Handset, 'record' | 'log' | 'refreshConfiguration'>
  circumstances: () => Circumstances
  /** The messages that are sent again on `reupload_sms_messages`. */
  conversation: () => Promise<SimulatedRecording[]>
}

/** A handler for each device command. There is no hardware to lock, so commands about locks are only logged. */
export const commandHandlers = ({ handset, circumstances, conversation }: HandlerContext): CommandHandlers => {
  const logged = (log_message: string) => () =>
    handset.log([{ log_class: 'DeviceCommands', log_level: 'INFO', log_message }])
  return {
    sync_data: async () => {
      await handset.refreshConfiguration()
    },
    diagnostics_upload: async () => {
      await handset.record(diagnostics(circumstances()))
    },
    reupload_sms_messages: async () => {
      for (const message of await conversation()) await handset.record(message)
    },
    sms_auto_response: ({ params }) => logged(`SMS auto response is now: ${params.message ?? 'off'}`)(),
    send_verification_sms: logged('Verification SMS sent'),
    remove_device_admin: logged('Device administration removed'),
    allow_factory_reset: logged('Factory reset allowed'),
    allow_power_off: logged('Power off allowed'),
    allow_uninstall: logged('Uninstallation allowed'),
  }
}

const diagnostics = (circumstances: Circumstances) => {
  const now = circumstances.until
  const text = [
    'Holdfast handset diagnostics',
    `time ${now.toISOString()}`,
    `imei ${circumstances.imeis.join(' ')}`,
    'recorder ok, microphone ok, storage ok',
  ].join('\n')
  const content = new TextEncoder().encode(`${text}\n`)
  const meta = { ...commonMetadata(circumstances, now), content_type: 'text/plain', size: content.length }
  return { payload_type: 'Diagnostics' as const, content, meta, numbers: [], payload_time: now.toISOString() }
}
