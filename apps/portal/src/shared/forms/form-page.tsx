import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'

interface FormPageProps<Thing> {
  /** The reference in the address; undefined for what is yet to be created. */
  reference: string | undefined
  loaded: { data: Thing | undefined; error: Error | null; refetch: () => unknown }
  children: (thing: Thing | null) => ReactNode
}

/** A screen that shows one thing to be changed, or an empty form for a new one. */
export const FormPage = <Thing,>({ reference, loaded: { data, error, refetch }, children }: FormPageProps<Thing>) => {
  if (reference !== undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (reference !== undefined && data === undefined) return <PageSkeleton />
  // Another thing is another form: nothing of the one before may stay in it.
  return <Box key={reference ?? ''}>{children(reference === undefined ? null : (data ?? null))}</Box>
}
