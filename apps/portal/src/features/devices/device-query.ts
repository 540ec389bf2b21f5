import { calls, type Device } from '@holdfast/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'

export const deviceQuery = (device_reference: string) =>
  queryOptions<Device>({
    queryKey: ['device', device_reference],
    queryFn: ({ signal }) => readApi(calls.getDevice, { params: { device_reference }, signal }),
  })

/** The calls whose answers change with a device. */
export const changesOfDevice = [calls.listDevices, calls.listDeviceUserDevices, calls.listDeviceHistory]

/** Shows a device as a call has just answered it. */
export const useShowSaved = () => {
  const queryClient = useQueryClient()
  return (saved: Device) => queryClient.setQueryData(deviceQuery(saved.device_reference).queryKey, saved)
}
