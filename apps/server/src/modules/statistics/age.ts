import { staleAfterMinutes } from '@holdfast/contract'

/** How old the figures of an account are. */
export const ageOf = (as_of: string | null | undefined, now: Date): { as_of: string | null; is_stale: boolean } => ({
  as_of: as_of ?? null,
  is_stale: !as_of || now.getTime() - Date.parse(as_of) > staleAfterMinutes * 60_000,
})
