import type { DeviceTelemetry } from '@holdfast/contract'

type Application = NonNullable<DeviceTelemetry['applications']>[number]

const application = (
  package_name: string,
  simple_name: string,
  app_version: string,
  megabytes: number,
  uid: number,
  is_system_app = true,
): Application => ({ package_name, simple_name, is_system_app, app_version, size: megabytes * 1e6, uid })

/** The applications that managed handsets report. */
export const applications: readonly Application[] = [
  application('example.holdfast.recorder', 'Holdfast', '4.12.1', 38, 10_201, false),
  application('example.holdfast.dialler', 'Dialler', '4.12.1', 21, 10_202, false),
  application('example.holdfast.messages', 'Messages', '4.12.0', 27, 10_203, false),
  application('example.mail', 'Mail', '11.2', 84, 10_120),
  application('example.calendar', 'Calendar', '11.2', 46, 10_121),
  application('example.contacts', 'Contacts', '9.4', 31, 10_122),
  application('example.browser', 'Browser', '142.0', 190, 10_140),
  application('example.camera', 'Camera', '14.1', 112, 10_150),
  application('example.maps', 'Maps', '25.3', 143, 10_160, false),
  application('example.authenticator', 'Authenticator', '6.8', 19, 10_190, false),
]

export const permissions: readonly string[] = [
  'RECORD_AUDIO',
  'READ_PHONE_STATE',
  'READ_CALL_LOG',
  'READ_SMS',
  'RECEIVE_SMS',
  'RECEIVE_MMS',
  'CAMERA',
  'ACCESS_FINE_LOCATION',
  'ACCESS_BACKGROUND_LOCATION',
  'POST_NOTIFICATIONS',
]
