import { session } from '../../../shared/api/client.ts'
import { personOf } from '../../../shared/session/session-state.ts'

/**
 * The reasons that the person gave in this tab, by what they opened: a recording, a conversation, or the pictures of a list. They last as
 * long as the tab and its session, so that each is asked for once.
 */
const storageKey = 'holdfast.reasons'
/** The oldest are asked for again. */
const maxKept = 1000

interface Kept {
  /** Who gave them, and in which account. */
  by: string
  given: [scope: string, reason: string][]
}

const caller = (): string => `${personOf(session.state())} ${session.state().support?.requestReference ?? ''}`

const read = (): Kept => {
  const nothing = { by: caller(), given: [] }
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null
    return kept?.by === nothing.by && Array.isArray(kept.given) ? kept : nothing
  } catch {
    return nothing
  }
}

const write = (given: Kept['given']): void =>
  sessionStorage.setItem(storageKey, JSON.stringify({ by: caller(), given: given.slice(-maxKept) }))

export const givenReason = (scope: string): string | undefined => new Map(read().given).get(scope)

/** The reason that was given last, for whatever it was. */
export const latestReason = (): string | undefined => read().given.at(-1)?.[1]

/** Remembers a reason for each of these, as the latest. */
export const rememberReason = (scopes: readonly string[], reason: string): void => {
  const others = read().given.filter(([scope]) => !scopes.includes(scope))
  write([...others, ...scopes.map((scope): [string, string] => [scope, reason])])
}

export const forgetReason = (scope: string): void => write(read().given.filter(([known]) => known !== scope))

// People who use this browser afterwards do not see what others wrote.
session.subscribe(() => {
  if (!session.isSignedIn()) sessionStorage.removeItem(storageKey)
})
