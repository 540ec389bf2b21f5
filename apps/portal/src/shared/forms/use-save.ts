import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { reloadProfile } from '../session/profile.ts'
import { isChangedBy } from './changed-queries.ts'
import { fieldErrors } from './field-errors.ts'

export interface SaveOptions<C extends CallDeclaration> {
  call: C
  /** The calls whose answers are different after it: only they are asked again. */
  changes: readonly CallDeclaration[]
  /** Gets what the server says of single fields. */
  onFieldErrors?: (errors: Record<string, string>) => void
  onSaved: (answer: CallResponse<C>) => void
}

export interface Saving<C extends CallDeclaration> {
  save: (input: Partial<CallInput<C>>) => void
  isSaving: boolean
  refusal: ApiError | null
  forget: () => void
}

/**
 * One change, as a form makes it. What the server says of single fields goes to them; everything else that it refuses
 * stays as `refusal`, to be shown where the person is, until the next attempt.
 */
export const useSave = <C extends CallDeclaration>(options: SaveOptions<C>): Saving<C> => {
  const { call, changes, onFieldErrors, onSaved } = options
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: Partial<CallInput<C>>) =>
      callApi(call, { ...input, isQuiet: true } as Parameters<typeof callApi<C>>[1]),
    onSuccess: async (answer) => {
      // What the person may do can have changed with it.
      await Promise.all([queryClient.invalidateQueries({ predicate: isChangedBy(call, changes) }), reloadProfile()])
      onSaved(answer as CallResponse<C>)
    },
    onError: (error) => {
      if (error instanceof ApiError) onFieldErrors?.(fieldErrors(error.problems))
    },
  })
  return {
    save: mutation.mutate,
    isSaving: mutation.isPending,
    refusal: mutation.error instanceof ApiError ? mutation.error : null,
    forget: mutation.reset,
  }
}
