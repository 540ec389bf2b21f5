import type { positions as source } from '../en-gb/positions.ts'
import type { Translation } from './translation.ts'

export const positions: Translation<typeof source, 'gps'> = {
  'page.positions': 'Posições',
  'page.device_positions': 'Posições de um dispositivo',
  'page.person_positions': 'Posições de uma pessoa',
  'noun.gps': 'posições',
  'did.GET /devices/{device_reference}/gps': 'Viu as posições de um dispositivo',
  'did.GET /users/{device_user_reference}/gps': 'Viu as posições de uma pessoa',
  'value.listPositions': 'posições',
  'value.listDevicePositions': 'posições de um dispositivo',
  'value.listDeviceUserPositions': 'posições de uma pessoa',
  'action.gps:read': 'Ver posições de dispositivos',
}
