import type { ServedCall } from '../platform/http/index.ts'
import { accessCalls } from './access/index.ts'
import { accountDefaultsCalls } from './account-defaults/index.ts'
import { activityCalls } from './activities/index.ts'
import { clientAppCalls } from './client-apps/index.ts'
import { clientCalls } from './clients/index.ts'
import { dashboardCalls } from './dashboard/index.ts'
import { deviceCommandCalls } from './device-commands/index.ts'
import { deviceUserCalls } from './device-users/index.ts'
import { deviceCalls } from './devices/index.ts'
import { groupCalls } from './groups/index.ts'
import { payloadCalls } from './payloads/index.ts'
import { playbackCalls } from './playback/index.ts'
import { portalConfigCalls } from './portal-config/index.ts'
import { portalEventCalls } from './portal-events/index.ts'
import { portalUserCalls } from './portal-users/index.ts'
import { publicKeyCalls } from './public-keys/index.ts'
import { roleCalls } from './roles/index.ts'
import { sessionCalls } from './session/index.ts'
import { supportAccessCalls } from './support-access/index.ts'
import { tagCalls } from './tags/index.ts'
import { uploadCalls } from './uploads/index.ts'

/** Every call that the server answers, by module. */
export const servedCalls: readonly ServedCall[] = [
  ...accessCalls,
  ...accountDefaultsCalls,
  ...activityCalls,
  ...clientAppCalls,
  ...clientCalls,
  ...dashboardCalls,
  ...deviceCalls,
  ...deviceCommandCalls,
  ...deviceUserCalls,
  ...groupCalls,
  ...payloadCalls,
  ...playbackCalls,
  ...portalConfigCalls,
  ...portalEventCalls,
  ...portalUserCalls,
  ...publicKeyCalls,
  ...roleCalls,
  ...sessionCalls,
  ...tagCalls,
  ...supportAccessCalls,
  ...uploadCalls,
]
