/** A valid position as handsets send it, for tests of how lists of items are checked. */
export const samplePosition = {
  gps_reference: 'a'.repeat(26),
  accuracy: null,
  altitude: null,
  latitude: 51,
  longitude: 0,
  timestamp: '2026-01-05T10:00:00.000Z',
  timezone: 'Europe/London',
  provider: null,
}
