import type { Action } from '@holdfast/contract'
import { Box } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { errorInstead } from '../api/api-error.ts'
import { useCan } from '../session/profile.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { DeletedContext } from './deleted-context.ts'
import { ShownThing } from './shown-thing.ts'

interface FormPageProps<Thing> {
  /** The reference in the address; undefined when creating. */
  reference: string | undefined
  loaded: { data: Thing | undefined; error: Error | null; refetch: () => Promise<unknown> }
  /** The action that editing needs. Without it, the form is read-only. */
  action: Action
  children: (thing: Thing | null, isReadOnly: boolean) => ReactNode
}

const OneThing = ({ children }: { children: ReactNode }) => (
  <DeletedContext value={useRef(false)}>
    <Box>{children}</Box>
  </DeletedContext>
)

/** A screen that edits one item, or creates it. */
export const FormPage = <Thing,>({ reference, loaded, action, children }: FormPageProps<Thing>) => {
  const can = useCan()
  const isReadOnly = !can(action)
  const isNew = reference === undefined
  const { data, error, refetch } = loaded
  const version = useRef<number>(undefined)
  const [round, setRound] = useState(0)
  const shown = useMemo(
    () => ({ version, showLatest: () => void refetch().then(() => setRound((before) => before + 1)) }),
    [refetch],
  )
  const failure = errorInstead(error, data)
  if (!isNew && failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!isNew && data === undefined) return <PageSkeleton />
  // Another item or version gets a new form, with nothing left of the one before.
  return (
    <ShownThing value={shown}>
      <OneThing key={`${round} ${reference ?? ''}`}>{children(isNew ? null : (data ?? null), isReadOnly)}</OneThing>
    </ShownThing>
  )
}
