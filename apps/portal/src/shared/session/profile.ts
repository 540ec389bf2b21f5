import { type Action, calls, type UserProfile } from '@holdfast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { deduplicated } from './deduplicated.ts'
import { profileOfPortal } from './profile-of-portal.ts'
import { audienceOf } from './session-state.ts'

const readProfile = deduplicated(async () =>
  profileOfPortal(await callApi(calls.getProfile, { isQuiet: true }), session.state().client),
)

/** Whose profile was asked for last. */
let audience = audienceOf(session.state())
session.subscribe(() => {
  // Another person may sign in while a profile is being read.
  if (audience === audienceOf(session.state())) return
  audience = audienceOf(session.state())
  readProfile.forget()
})

/** One profile per account and support reference: support mode has another. */
const profileQuery = () => {
  const { client, support } = session.state()
  return queryOptions({
    queryKey: ['profile', client, support?.requestReference ?? null],
    queryFn: readProfile,
    staleTime: 5 * 60_000,
    meta: { failure: 'logged' },
  })
}

/** The profile, from the cache if it is fresh; null when the session ends meanwhile. A failure is only logged (rules-and-calls section 8). */
export const loadProfile = async (): Promise<UserProfile | null> => {
  try {
    return await queryClient.fetchQuery(profileQuery())
  } catch {
    // The cache of queries has logged it.
    return null
  }
}

/** Reads the profile again: after accepting the terms, and when support mode begins or ends. */
export const reloadProfile = async (): Promise<void> => {
  readProfile.forget()
  await queryClient.invalidateQueries({ queryKey: ['profile'], refetchType: 'none' })
  await loadProfile()
}

interface LoadedProfile {
  profile: UserProfile | undefined
  isLoading: boolean
  /** Why there is no profile; `null` while it loads. */
  failure: Error | null
}

export const useProfile = (): LoadedProfile => {
  const { data, isLoading, error } = useQuery(profileQuery())
  return { profile: data, isLoading, failure: data ? null : error }
}

/**
 * Whether the person's roles allow an action for any group, and the terms are accepted. The server decides again on
 * each call.
 */
export const useCan = (): ((action: Action) => boolean) => {
  const { profile } = useProfile()
  return (action) => (profile?.terms_accepted && profile.actions.includes(action)) ?? false
}
