import type { Matter } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, errorInstead } from '../api/api-error.ts'
import { useNamedScreen } from '../screens/screen-name.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { useMatterOfScreen } from './use-matter.ts'

/** A screen of the matter that the address names. */
export const MatterScreen = ({ children }: { children: (matter: Matter) => ReactNode }) => {
  const { matter_reference = '' } = useParams({ strict: false })
  const { data: matter, error, refetch } = useMatterOfScreen(matter_reference)
  useNamedScreen(matter?.title)
  const failure = errorInstead(error, matter)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (matter === undefined) return <PageSkeleton />
  if (matter === null) return <ErrorState isScreen error={new ApiError(404, {})} />
  return children(matter)
}
