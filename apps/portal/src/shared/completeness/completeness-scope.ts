import { calls } from '@holdfast/contract'
import { queryOptions } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'

/** Whose days: those of one device, person or group, or of all groups that the person may see. */
export interface CompletenessScope {
  device_reference?: string
  device_user_reference?: string
  group?: string
}

const weeks = 12

export const completenessDaysQuery = (of: CompletenessScope) => {
  const { client, support } = session.state()
  const { catalogue, path } = calls.listCompletenessDays
  return queryOptions({
    queryKey: ['one', catalogue, path, client, support?.requestReference ?? null, of],
    queryFn: ({ signal }) =>
      readApi(calls.listCompletenessDays, { query: { weeks, ...of }, signal, isPortalRead: true }),
  })
}

/** The filter of the list of gaps for the same scope. */
export const filterOfScope = ({ device_reference, device_user_reference, group }: CompletenessScope) => ({
  ...(device_reference !== undefined && { device_references: [device_reference] }),
  ...(device_user_reference !== undefined && { device_user_references: [device_user_reference] }),
  ...(group !== undefined && { groups: [group] }),
})
