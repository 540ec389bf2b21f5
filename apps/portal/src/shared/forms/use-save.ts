import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { fieldErrors } from './field-errors.ts'

interface SaveOptions<C extends CallDeclaration> {
  call: C
  /** Gets what the server says of single fields. */
  onFieldErrors?: (errors: Record<string, string>) => void
  onSaved: (answer: CallResponse<C>) => void
}

/**
 * One change, as a form makes it. What the server says of single fields goes to them; everything else that it refuses
 * stays as `refusal`, to be shown where the person is, until the next attempt.
 */
export const useSave = <C extends CallDeclaration>({ call, onFieldErrors, onSaved }: SaveOptions<C>) => {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: Partial<CallInput<C>>) =>
      callApi(call, { ...input, isQuiet: true } as Parameters<typeof callApi<C>>[1]),
    onSuccess: async (answer) => {
      // What was deleted is not read again.
      const isGone = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        call.method === 'DELETE' && queryKey.includes(call.path)
      await queryClient.invalidateQueries({ predicate: (query) => !isGone(query) })
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
