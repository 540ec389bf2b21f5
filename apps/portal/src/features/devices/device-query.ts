import { calls, type Device } from '@holdfast/contract'
import { queryOptions } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'

export const deviceQuery = (device_reference: string) =>
  queryOptions<Device>({
    queryKey: ['device', device_reference],
    queryFn: ({ signal }) => readApi(calls.getDevice, { params: { device_reference }, signal }),
  })
