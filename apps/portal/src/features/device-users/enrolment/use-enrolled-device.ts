import { calls, type Device, type DeviceUser, type PortalEvent } from '@holdfast/contract'
import { useRef, useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { useEvents } from '../../../shared/live/use-events.ts'

export interface Enrolment {
  /** A handset has exchanged the code, and has not authenticated yet. */
  isCodeUsed: boolean
  /** The device that authenticated for the person. */
  device: Device | null
}

/** How long before the notice of its authentication a device was seen, by the clock of the server. */
const noticedWithinMs = 10_000

const hasJustAuthenticated = ({ last_seen }: Device, { time }: PortalEvent): boolean =>
  last_seen !== null && Date.parse(last_seen) >= Date.parse(time) - noticedWithinMs

/**
 * Notices which device authenticates for a person.
 * @param hasCode only after the code was exchanged: another device of the person may authenticate meanwhile
 */
export const useEnrolledDevice = ({ device_user_reference }: DeviceUser, hasCode: boolean): Enrolment => {
  const [isCodeUsed, setCodeUsed] = useState(false)
  const [device, setDevice] = useState<Device | null>(null)
  const isAwaited = useRef(!hasCode)
  const look = async (event: PortalEvent): Promise<void> => {
    const params = { device_reference: event.reference }
    const found = await readApi(calls.getDevice, { params }).catch(() => null)
    if (found?.device_user_reference !== device_user_reference || !hasJustAuthenticated(found, event)) return
    setDevice(found)
  }
  useEvents((event) => {
    if (event.kind === 'one_time_code' && event.reference === device_user_reference) {
      isAwaited.current = true
      setCodeUsed(true)
    }
    if (event.kind === 'device' && isAwaited.current) void look(event)
  })
  return { isCodeUsed, device }
}
