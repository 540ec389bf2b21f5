import type { Device, DeviceUser } from '@holdfast/contract'
import { deviceStatusWords } from '../devices/device-status-words.ts'
import type { Translate } from '../message.ts'
import {
  countColumn,
  deviceUserColumns,
  type FileTable,
  fieldColumn,
  momentColumn,
  referenceColumn,
  textColumn,
} from './file-table.ts'

const inWords = (services: Device['services'], t: Translate): string =>
  services.map((service) => t(`service.${service}`)).join(', ')

export const devicesFile: FileTable<Device> = {
  deviceUsersOf: ({ device_user_reference }) => [device_user_reference],
  columns: [
    referenceColumn('device_reference', 'device.reference'),
    ...deviceUserColumns<Device>('device.user'),
    fieldColumn('model', 'device.model'),
    fieldColumn('os_version', 'device.os_version'),
    fieldColumn('app_version', 'device.app_version'),
    fieldColumn('group', 'device.group'),
    momentColumn('last_seen', 'device.last_seen'),
    textColumn('status', 'device.status', (device, { t }) => t(deviceStatusWords(device))),
    textColumn('services', 'device.services', ({ services }, { t }) => inWords(services, t)),
    textColumn('phone_numbers', 'device.numbers', ({ phone_numbers }) =>
      phone_numbers.flatMap(({ phone_number }) => phone_number ?? []).join('; '),
    ),
    textColumn('imeis', 'device.imeis', ({ imeis }) => imeis.join('; ')),
    fieldColumn('serial_number', 'user.serial_number'),
    momentColumn('activated_at', 'device.activated_at'),
    momentColumn('deactivation_date', 'device.deactivation_date'),
  ],
}

export const deviceUsersFile: FileTable<DeviceUser> = {
  columns: [
    textColumn('name', 'user.name', ({ first_name, surname }) => [first_name, surname].filter(Boolean).join(' ')),
    referenceColumn('device_user_reference', 'user.reference'),
    fieldColumn('email', 'user.email'),
    fieldColumn('group', 'user.group'),
    textColumn('services', 'user.services', ({ services }, { t }) => inWords(services, t)),
    countColumn('expected_device_count', 'user.expected', ({ expected_device_count }) => expected_device_count),
    momentColumn('onboard_date', 'user.onboarded'),
    momentColumn('offboard_date', 'user.offboarded'),
    textColumn('is_active', 'user.status', ({ is_active }, { t }) => t(is_active ? 'user.active' : 'user.inactive')),
  ],
}
