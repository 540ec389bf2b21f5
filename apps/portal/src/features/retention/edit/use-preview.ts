import { type CallInput, calls, type RetentionPreview } from '@holdfast/contract'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { readApi } from '../../../shared/api/client.ts'

type Body = CallInput<typeof calls.previewRetention>['body']

interface Looked {
  /** The rules that it is a preview of. */
  of: string
  preview: RetentionPreview
}

/** The preview of the rules. `null` until somebody asks for it, and again after each change of the rules. */
export const usePreview = (body: Body) => {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (asked: Body): Promise<Looked> => ({
      of: JSON.stringify(asked),
      preview: await readApi(calls.previewRetention, { body: asked }),
    }),
  })
  return {
    preview: data?.of === JSON.stringify(body) ? data.preview : null,
    look: () => mutate(body),
    isLooking: isPending,
    refusal: error instanceof ApiError ? error : null,
  }
}
