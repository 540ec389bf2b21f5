import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { listAddress, type Noun } from '../access/addresses.ts'
import type { ApiError } from '../api/api-error.ts'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { Panel } from '../ui/panel.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { DeletionConflict } from './deletion-conflict.tsx'
import { Refusal } from './refusal.tsx'
import { ShownItem } from './shown-item.ts'
import { type SaveOptions, type Saving, useSave } from './use-save.ts'

interface DeletePanelProps<C extends CallDeclaration> extends Pick<SaveOptions<C>, 'call' | 'changes'> {
  noun: Exclude<Noun, 'users'>
  name: string
  input: Partial<CallInput<C>>
  /** Whether the name has to be typed first. */
  isTyped?: boolean
  /** The text of the notice; without it, the name. */
  said?: (answer: CallResponse<C>) => string
  /** What is known to prevent the deletion before it is tried; shown in place of the button. */
  obstacle?: ReactNode
  /** What prevents the deletion, one entry each. */
  obstaclesOf?: (refusal: ApiError | null) => readonly string[]
  /** Whether `children` are a way to remove what prevents it; by default, if there is an entry. */
  isSolvable?: (refusal: ApiError | null) => boolean
  /** A way to remove what prevents it. */
  children?: (deleting: Saving<C>) => ReactNode
}

/**
 * Deletes an item after confirmation and opens the list, or shows what prevents it. It deletes the version that the
 * screen shows: if somebody else has changed it since, the person sees that first.
 */
export const DeletePanel = <C extends CallDeclaration>(props: DeletePanelProps<C>) => {
  const { noun, name, call, changes, input, isTyped, said, obstacle, obstaclesOf, isSolvable, children } = props
  const t = useText()
  const navigate = useNavigate()
  const shown = useContext(ShownItem)
  const deleting = useSave({
    call,
    changes,
    onSaved: (answer, isShown) => {
      notice(text('form.deleted'), said?.(answer) ?? name)
      if (isShown) void navigate({ to: listAddress(noun) })
    },
  })
  const remove = (what: Partial<CallInput<C>>) =>
    deleting.save({ ...what, query: { ...what.query, version: shown?.version.current } } as Partial<CallInput<C>>)
  const conflict = deleting.refusal?.code === 'edit.conflict' ? deleting.refusal : null
  const obstacles = obstaclesOf?.(deleting.refusal) ?? []
  const hasSolution = isSolvable?.(deleting.refusal) ?? obstacles.length > 0
  return (
    <Panel title={t(`${noun}.delete`)}>
      <Stack align="flex-start">
        <Text size="sm">{t(`${noun}.delete_hint`)}</Text>
        {conflict ? (
          <DeletionConflict refusal={conflict} onShowLatest={shown?.showLatest} />
        ) : (
          <Refusal refusal={deleting.refusal} items={obstacles}>
            {hasSolution && children?.({ ...deleting, save: remove })}
          </Refusal>
        )}
        {obstacle || (
          <ConfirmButton
            variant="default"
            label={t('form.delete')}
            title={t('form.delete_title', { name })}
            body={t(`${noun}.delete_body`)}
            {...(isTyped ? { typed: name } : {})}
            isBusy={deleting.isSaving}
            onConfirm={() => remove(input)}
          />
        )}
      </Stack>
    </Panel>
  )
}
