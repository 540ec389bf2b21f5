import type { Action } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadEditingMessages } from '../i18n/text.ts'

/** Most people never see it: it is fetched with the names of the actions. */
const NoAccessMessage = lazy(async () => {
  const [message] = await Promise.all([import('./no-access-message.tsx'), loadEditingMessages()])
  return message
})

interface NoAccessProps {
  action: Action
  /** It stands in the place of a whole screen. */
  isScreen?: boolean
}

/** Says which action a person's roles would have to allow. */
export const NoAccess = (props: NoAccessProps) => (
  <Suspense fallback={<Skeleton height={160} />}>
    <NoAccessMessage {...props} />
  </Suspense>
)
