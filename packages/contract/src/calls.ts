/** Every call that the server serves. */
import { getAccountMetadata } from './account.ts'
import { confirmAccountLimit, getAccountDefaults, previewAccountLimit, putAccountDefaults } from './account-defaults.ts'
import { listActivities, listDeviceActivities } from './activities.ts'
import type { CallDeclaration } from './call.ts'
import { createApp, deleteApp, getApp, listApps, putApp } from './client-apps.ts'
import { createClient, listClients } from './clients.ts'
import {
  closeComment,
  createComment,
  listComments,
  listCommentVersions,
  listPayloadComments,
  putComment,
} from './comments.ts'
import { getDashboard } from './dashboard.ts'
import { fetchCommands, reportCommandState } from './device-commands.ts'
import {
  getAccountDeviceConfiguration,
  getDeviceConfiguration,
  putAccountDeviceConfiguration,
} from './device-configuration.ts'
import { receiveDeviceLogs } from './device-logs.ts'
import { getUploadOffset, readPayloadStatuses, registerPayloads, uploadContent } from './device-payloads.ts'
import { getDeviceUser, listDeviceUsers } from './device-users.ts'
import { blockDevice, getDevice, listDevices, listDeviceUserDevices, unblockDevice } from './devices.ts'
import { explainAccess, explainGranting, listPayloadAccess } from './explanations.ts'
import { find } from './found.ts'
import { receivePositions } from './gps.ts'
import { deleteGroup, getGroup, listGroups, previewGroup, putGroup } from './groups.ts'
import { getPayloadAudit } from './payload-audit.ts'
import { getMedia, getPayloadData } from './payload-data.ts'
import { getPayload, listDevicePayloads, listDeviceUserPayloads, listPayloads } from './payloads.ts'
import { getPortalConfig, putPortalConfig } from './portal-config.ts'
import { streamEvents } from './portal-events.ts'
import {
  endPortalUserSessions,
  listPortalUsers,
  listStaff,
  removePortalUser,
  restorePortalUser,
} from './portal-users.ts'
import { getProfile } from './profile.ts'
import { listPublicKeys, rotatePublicKey } from './public-keys.ts'
import { deleteRole, getRole, listRoles, previewRole, putRole } from './role-records.ts'
import { exchangeForAccount, exchangeForStaff, getUrl, signOut } from './session.ts'
import {
  cancelSupportAccess,
  decideSupportAccess,
  enterSupportMode,
  getClientSupportAccess,
  getLeftBehind,
  getSupportAccess,
  leaveSupportMode,
  listClientRoles,
  listClientSupportAccess,
  listSupportAccess,
  listSupportAccessByStatus,
  listVisit,
  requestSupportAccess,
} from './support-access.ts'
import { deleteTag, getTag, listTags, previewTag, putTag } from './tags.ts'
import { receiveTelemetry } from './telemetry.ts'
import { acceptTerms, getTerms } from './terms.ts'
import { verifyDevice } from './verify.ts'

export const calls = {
  getUrl,
  exchangeForAccount,
  exchangeForStaff,
  signOut,
  getProfile,
  getAccountMetadata,
  getTerms,
  acceptTerms,
  streamEvents,
  getDashboard,
  listActivities,
  listDeviceActivities,
  listDevices,
  getDevice,
  blockDevice,
  unblockDevice,
  listDeviceUsers,
  getDeviceUser,
  listDeviceUserDevices,
  listGroups,
  getGroup,
  putGroup,
  deleteGroup,
  previewGroup,
  listTags,
  getTag,
  putTag,
  deleteTag,
  previewTag,
  listRoles,
  getRole,
  putRole,
  deleteRole,
  previewRole,
  explainAccess,
  explainGranting,
  listPayloadAccess,
  getAccountDefaults,
  putAccountDefaults,
  previewAccountLimit,
  confirmAccountLimit,
  getAccountDeviceConfiguration,
  putAccountDeviceConfiguration,
  listApps,
  getApp,
  createApp,
  putApp,
  deleteApp,
  listClients,
  createClient,
  getPortalConfig,
  putPortalConfig,
  listPublicKeys,
  rotatePublicKey,
  listPortalUsers,
  removePortalUser,
  restorePortalUser,
  endPortalUserSessions,
  listStaff,
  listClientRoles,
  listClientSupportAccess,
  requestSupportAccess,
  getClientSupportAccess,
  cancelSupportAccess,
  listSupportAccessByStatus,
  listSupportAccess,
  getSupportAccess,
  decideSupportAccess,
  getLeftBehind,
  listVisit,
  enterSupportMode,
  leaveSupportMode,
  listPayloads,
  getPayload,
  listDevicePayloads,
  listDeviceUserPayloads,
  getPayloadAudit,
  find,
  listComments,
  listPayloadComments,
  listCommentVersions,
  createComment,
  putComment,
  closeComment,
  getPayloadData,
  getMedia,
  verifyDevice,
  registerPayloads,
  getUploadOffset,
  uploadContent,
  readPayloadStatuses,
  receiveDeviceLogs,
  receivePositions,
  receiveTelemetry,
  fetchCommands,
  reportCommandState,
  getDeviceConfiguration,
} as const satisfies Record<string, CallDeclaration>

export type CallName = keyof typeof calls
