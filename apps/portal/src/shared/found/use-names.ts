import { calls } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useCan } from '../session/profile.ts'
import { useSession } from '../session/use-session.ts'

const mostAtOnce = 100

const nameKey = (reference: string) => {
  const { client, support } = session.state()
  return ['name', client, support?.requestReference ?? null, reference]
}

const knownName = (reference: string) => queryClient.getQueryData<string>(nameKey(reference))

/** Keeps the name of a device user that the person found, so that it need not be read. */
export const rememberName = (reference: string, name: string): void => {
  queryClient.setQueryData(nameKey(reference), name)
}

/**
 * Returns a function that names device users. The names that are not known yet are read; until then, and where the person may
 * not see them, it returns the reference.
 */
export const useNames = (references: readonly string[]): ((reference: string) => string) => {
  const can = useCan()
  useSession()
  const unknown = references.filter((reference) => knownName(reference) === undefined).slice(0, mostAtOnce)
  useQuery({
    queryKey: ['names', ...nameKey(''), unknown],
    queryFn: async ({ signal }) => {
      const query = { filter: { device_user_references: unknown }, limit: mostAtOnce }
      const answer = await readApi(calls.listDeviceUsers, { query, signal })
      const names = new Map(
        ('items' in answer ? answer.items : []).map(({ device_user_reference, first_name, surname }) => [
          device_user_reference,
          [first_name, surname].filter(Boolean).join(' '),
        ]),
      )
      for (const reference of unknown) rememberName(reference, names.get(reference) ?? '')
      return true
    },
    enabled: unknown.length > 0 && can('device_users:read'),
  })
  return (reference) => knownName(reference) || reference
}
