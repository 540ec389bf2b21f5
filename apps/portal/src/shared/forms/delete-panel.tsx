import type { CallDeclaration, CallResponse } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { Panel } from '../ui/panel.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { Refusal } from './refusal.tsx'
import { type SaveOptions, type Saving, useSave } from './use-save.ts'

interface DeletionOptions<C extends CallDeclaration> extends Pick<SaveOptions<C>, 'call' | 'changes'> {
  /** Where one goes when it is gone. */
  list: string
  /** What the notice says of it. */
  said: (answer: CallResponse<C>) => string
}

/** The end of a thing; its list is shown then. */
export const useDeletion = <C extends CallDeclaration>({ list, said, ...save }: DeletionOptions<C>): Saving<C> => {
  const navigate = useNavigate()
  return useSave({
    ...save,
    onSaved: (answer) => {
      notice(text('form.deleted'), said(answer))
      void navigate({ to: list })
    },
  })
}

interface DeletePanelProps {
  noun: 'groups' | 'tags' | 'roles' | 'apps'
  name: string
  deleting: Pick<Saving<never>, 'isSaving' | 'refusal'>
  onDelete: () => void
  /** Whether the name has to be typed first. */
  isTyped?: boolean
  /** What stands in the way, one by one. */
  items?: readonly string[]
  /** What to do about a refusal. */
  children?: ReactNode
}

/** Deletes a thing once that was confirmed; otherwise says what stands in the way. */
export const DeletePanel = ({ noun, name, deleting, onDelete, isTyped, items, children }: DeletePanelProps) => {
  const t = useText()
  return (
    <Panel title={t(`${noun}.delete`)}>
      <Stack align="flex-start">
        {t(`${noun}.delete_hint`)}
        <Refusal refusal={deleting.refusal} items={items}>
          {children}
        </Refusal>
        <ConfirmButton
          variant="default"
          label={t('form.delete')}
          title={t('form.delete_title', { name })}
          body={t(`${noun}.delete_body`)}
          {...(isTyped ? { typed: name } : {})}
          isBusy={deleting.isSaving}
          onConfirm={onDelete}
        />
      </Stack>
    </Panel>
  )
}
