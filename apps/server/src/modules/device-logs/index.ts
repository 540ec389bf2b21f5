import type { Handlers } from '../../core/calls/index.ts'
import { getDeviceLog, listDeviceLogs, listLogsOfDevice, listLogsOfDeviceUser } from './list-device-logs.ts'
import { receiveDeviceLogs } from './receive-device-logs.ts'

export const deviceLogHandlers = {
  receiveDeviceLogs,
  listDeviceLogs,
  listLogsOfDevice,
  listLogsOfDeviceUser,
  getDeviceLog,
} satisfies Partial<Handlers>
