import type { CallDeclaration, CallInput, CallResponse, ValidationProblem } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { ApiError } from '../api/api-error.ts'
import { callApi, session } from '../api/client.ts'
import { readShownAgain } from '../api/read-again.ts'
import { noticesAfterSave } from '../notices/after-save.ts'
import { failureNotice } from '../notices/notice.ts'
import { reloadProfile } from '../session/profile.ts'
import { isChangedBy } from './changed-queries.ts'
import { DeletedContext } from './deleted-context.ts'
import { problemText } from './problem-text.ts'
import { useIsShown } from './use-is-shown.ts'

export interface SaveOptions<C extends CallDeclaration> {
  call: C
  /** The calls whose responses change: their queries are read again. */
  changes: readonly CallDeclaration[]
  /** Gets the problems with single fields. */
  onFieldErrors?: (errors: Record<string, string>) => void
  /** `isShown`: the person is still on this screen and can be taken on from it. */
  onSaved: (answer: CallResponse<C>, isShown: boolean) => void
}

export interface Saving<C extends CallDeclaration> {
  save: (input: Partial<CallInput<C>>) => void
  isSaving: boolean
  refusal: ApiError | null
  forget: () => void
}

/**
 * Sends a change. Problems with single fields go to `onFieldErrors`; any other refusal stays in `refusal` until the
 * next attempt. A failed response also has a notice, which people see who have left
 * the screen.
 */
export const useSave = <C extends CallDeclaration>(options: SaveOptions<C>): Saving<C> => {
  const { call, changes, onFieldErrors, onSaved } = options
  const queryClient = useQueryClient()
  const isShown = useIsShown()
  const isDeleted = use(DeletedContext)
  const mutation = useMutation({
    mutationFn: (input: Partial<CallInput<C>>) =>
      callApi(call, { ...input, isQuiet: true } as Parameters<typeof callApi<C>>[1]),
    onMutate: noticesAfterSave,
    onSuccess: async (answer, _input, notices) => {
      if (isDeleted && call.method === 'DELETE') isDeleted.current = true
      // The change may have altered the person's own actions.
      await Promise.all([readShownAgain(queryClient, { predicate: isChangedBy(call, changes) }), reloadProfile()])
      onSaved(answer as CallResponse<C>, isShown())
      for (const tell of notices) tell()
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      const isTold = isShown()
      if (isTold) onFieldErrors?.(fieldErrors(error.problems))
      // Any failed response has a notice, besides what the form says. Without a response, the form is enough.
      const isResponse = error.status > 0 && error.status !== 401
      if (session.isSignedIn() && (isResponse || !isTold)) failureNotice(error)
    },
  })
  return {
    save: mutation.mutate,
    isSaving: mutation.isPending,
    refusal: mutation.error instanceof ApiError ? mutation.error : null,
    forget: mutation.reset,
  }
}

/** The server's problems by form field: `/body/tags/0/tag_key` becomes `tags.0.tag_key`. */
const fieldErrors = (problems: readonly ValidationProblem[]): Record<string, string> =>
  Object.fromEntries(problems.map((problem) => [fieldOf(problem.path), problemText(problem)]))

const fieldOf = (pointer: string): string => pointer.split('/').slice(2).map(unescaped).join('.')

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')
