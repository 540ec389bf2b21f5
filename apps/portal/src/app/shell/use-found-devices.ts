import { calls } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'
import { useCan } from '../../shared/session/profile.ts'
import { useSession } from '../../shared/session/use-session.ts'

/** A single letter is in nearly every name. */
const fewestLetters = 2
const shownOfEach = 5
const typingPauseMs = 250

/** The first device users and devices that contain the query, if the person's actions allow those lists. */
export const useFoundDevices = (typed: string) => {
  const can = useCan()
  const { client, support } = useSession()
  const letters = typed.trim()
  const [search] = useDebouncedValue(letters, typingPauseMs)
  const isAsked = search.length >= fewestLetters
  const key = [client, support?.requestReference ?? null, search]
  const query = { filter: { search }, limit: shownOfEach }
  const users = useQuery({
    queryKey: ['found-device-users', ...key],
    queryFn: ({ signal }) => readApi(calls.listDeviceUsers, { query, signal }),
    enabled: isAsked && can('device_users:read'),
  })
  const devices = useQuery({
    queryKey: ['found-devices', ...key],
    queryFn: ({ signal }) => readApi(calls.listDevices, { query, signal }),
    enabled: isAsked && can('devices:read'),
  })
  const isAllowed = can('device_users:read') || can('devices:read')
  const isWaiting = letters !== search && letters.length >= fewestLetters && isAllowed
  return {
    users: users.data && 'items' in users.data ? users.data.items : [],
    devices: devices.data && 'items' in devices.data ? devices.data.items : [],
    isSearching: isWaiting || users.isFetching || devices.isFetching,
    hasFailed: users.isError || devices.isError,
  }
}
