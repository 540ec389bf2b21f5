import type { AlertRelatedEntity } from '@holdfast/contract'

/** What an alert is about, with the call that reads it and the screen that shows it. */
const entity =
  (entity_type: string, api: string, page: string) =>
  (entity_id: string, entity_subtype: string | null = null): AlertRelatedEntity => {
    const reference = encodeURIComponent(entity_id)
    return {
      entity_id,
      entity_type,
      entity_subtype,
      api_link: `${api}/${reference}`,
      page_link: `${page}/${reference}`,
    }
  }

export const aboutDevice = entity('Device', '/devices', '/dashboard/devices')
export const aboutPerson = entity('DeviceUser', '/users', '/dashboard/devices/users')
export const aboutSupportRequest = entity('SupportAccess', '/supportaccess', '/dashboard/account/support-access')
export const aboutTransferConfig = entity('TransferConfig', '/transfer_configs', '/dashboard/account/transfers/config')
