import type { Handlers } from '../../core/calls/index.ts'
import { applyDeviceUserImport, previewDeviceUserImport } from './device-user-import.ts'
import { offboardDeviceUser } from './offboard-device-user.ts'
import { onboardDeviceUser } from './onboard-device-user.ts'
import { previewDeviceUserMove } from './preview-move.ts'
import { putDeviceUser } from './put-device-user.ts'

export { comparedMoves, mayApproveMove } from './move-approval.ts'
export { checkMove, moveDeviceUser } from './move-device-user.ts'
export { lockPersonForChange } from './rights-to-people.ts'

export const onboardingHandlers = {
  onboardDeviceUser,
  putDeviceUser,
  offboardDeviceUser,
  previewDeviceUserMove,
  previewDeviceUserImport,
  applyDeviceUserImport,
} satisfies Partial<Handlers>
