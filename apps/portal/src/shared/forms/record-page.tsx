import type { Action, CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { Box } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { errorInstead } from '../api/api-error.ts'
import { useCan } from '../session/profile.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { DeletedContext } from './deleted-context.ts'
import { ShownItem } from './shown-item.ts'
import { useLoaded } from './use-loaded.ts'

interface RecordPageProps<C extends CallDeclaration> {
  /** Reads the record. */
  call: C
  /** The parameter of the address that names the record. An address without it creates one. */
  param: string
  /** The action that creating needs, and editing where the item does not say what its reader may do. Without it, the form is read-only. */
  action: Action
  /** Whether something else that the screen needs is still loading. */
  isWaiting?: boolean
  /** Gets `null` when creating. */
  children: (item: CallResponse<C> | null, isReadOnly: boolean) => ReactNode
}

const OneItem = ({ children }: { children: ReactNode }) => (
  <DeletedContext value={useRef(false)}>
    <Box>{children}</Box>
  </DeletedContext>
)

/** Items of some calls say what their reader may do. */
const saysWhatOneMay = (item: unknown): item is { may: readonly string[] } =>
  typeof item === 'object' && item !== null && 'may' in item

/** A screen that edits one record, or creates it. */
export const RecordPage = <C extends CallDeclaration>(props: RecordPageProps<C>) => {
  const { call, param, action, isWaiting = false, children } = props
  const can = useCan()
  const reference = (useParams({ strict: false }) as Readonly<Record<string, string | undefined>>)[param]
  const isNew = reference === undefined
  const { data, error, refetch } = useLoaded(call, isNew ? null : ({ [param]: reference } as CallInput<C>['params']))
  const may = data !== undefined && saysWhatOneMay(data) ? data.may : undefined
  const isReadOnly = may ? !may.includes('change') : !can(action)
  const version = useRef<number>(undefined)
  const [round, setRound] = useState(0)
  const shown = useMemo(
    () => ({ version, showLatest: () => void refetch().then(() => setRound((before) => before + 1)) }),
    [refetch],
  )
  if (isWaiting) return <PageSkeleton />
  const failure = errorInstead(error, data)
  if (!isNew && failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!isNew && data === undefined) return <PageSkeleton />
  // Another item or version gets a new form, with nothing left of the one before.
  return (
    <ShownItem value={shown}>
      <OneItem key={`${round} ${reference ?? ''}`}>{children(isNew ? null : (data ?? null), isReadOnly)}</OneItem>
    </ShownItem>
  )
}
