import { calls, type Granting } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { useCan } from '../session/profile.ts'
import { useSession } from '../session/use-session.ts'

export type Edited = 'roles' | 'account' | 'apps' | 'support_access' | 'people'

const actionOf = {
  roles: 'roles:write',
  account: 'account:write',
  apps: 'apps:write',
  support_access: 'support_access:decide',
  people: 'roles:write',
} as const

/**
 * What the person can't grant on this screen, and who can. Asks only for people who may edit.
 * @param role_reference limits the answer to this role, if the screen grants no other
 */
export const useGranting = (
  edited: Edited,
  role_reference?: string,
): { granting: Granting | undefined; isLoading: boolean } => {
  const can = useCan()
  const { client, support } = useSession()
  const { data, isLoading } = useQuery<Granting>({
    queryKey: ['granting', edited, role_reference, client, support?.requestReference ?? null],
    queryFn: ({ signal }) =>
      callApi(calls.explainGranting, {
        query: { edited, ...(role_reference !== undefined && { role_reference }) },
        signal,
        isQuiet: true,
      }),
    enabled: can('roles:read') && can(actionOf[edited]),
  })
  return { granting: data, isLoading }
}
