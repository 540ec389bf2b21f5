import { calls, type Matter } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { isChangedBy } from '../forms/changed-queries.ts'
import { ConfirmButton } from '../forms/confirm-button.tsx'
import { Refusal } from '../forms/refusal.tsx'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { useCan } from '../session/profile.ts'
import { isWritten, ReasonInput, ReleaseRule } from './release-fields.tsx'

/** Releases all holds of a matter, or asks for it. @returns how many were refused */
const releaseAll = async (matter_reference: string, written: string): Promise<number> => {
  const why = isWritten(written) ? { reason: written.trim() } : {}
  let refused = 0
  let last_key: string | null = null
  do {
    const body: { is_everything: true; reason?: string; last_key?: string } = {
      is_everything: true,
      ...why,
      ...(last_key && { last_key }),
    }
    const answer: { items: readonly { result: string }[]; last_key: string | null } = await callApi(
      calls.releaseMatterHolds,
      { params: { matter_reference }, body, isQuiet: true },
    )
    refused += answer.items.filter(({ result }) => result === 'refused').length
    last_key = answer.last_key
  } while (last_key !== null)
  return refused
}

/** Releases everything that a matter holds, for people who may, after its reference was typed. */
export const ReleaseMatter = ({ matter, count }: { matter: Matter; count: number }) => {
  const t = useText()
  const can = useCan()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => releaseAll(matter.matter_reference, reason),
    onSuccess: (refused) =>
      notice(text('matters.released'), refused > 0 ? text('matters.not_released', { refused }) : ''),
    onSettled: () => {
      const isStale = isChangedBy(calls.placeLegalHold, [calls.listLegalHolds, calls.listMatters])
      return queryClient.invalidateQueries({ predicate: isStale })
    },
  })
  if (!can('legal_holds:release') || count === 0) return null
  return (
    <>
      <Refusal refusal={error instanceof ApiError ? error : null} />
      <ConfirmButton
        variant="default"
        size="xs"
        label={t('matters.release_all', { count })}
        title={t('matters.release_all_title', { matter: matter.title })}
        body={
          <>
            <p>{t('matters.release_all_body')}</p>
            <ReleaseRule isAsked={false} />
            <ReasonInput reason={reason} isOptional onChange={setReason} />
          </>
        }
        typed={matter.matter_reference}
        isBusy={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}
