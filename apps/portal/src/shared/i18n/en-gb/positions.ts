/** Where devices were. */
export const positions = {
  'page.positions': 'Positions',
  'page.device_positions': 'Positions of a device',
  'page.person_positions': 'Positions of a person',
  'noun.gps': 'positions',
  'did.GET /devices/{device_reference}/gps': 'Viewed the positions of a device',
  'did.GET /users/{device_user_reference}/gps': 'Viewed the positions of a person',
  'value.listPositions': 'positions',
  'value.listDevicePositions': 'positions of a device',
  'value.listDeviceUserPositions': 'positions of a person',
} as const
