import type { DeviceUser } from '@holdfast/contract'

/** How a person is called: by name, otherwise by reference. */
export const personName = ({ first_name, surname, device_user_reference }: DeviceUser): string =>
  [first_name, surname].filter(Boolean).join(' ') || device_user_reference
