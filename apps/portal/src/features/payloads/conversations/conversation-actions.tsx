import type { Payload } from '@holdfast/contract'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { isRunning, type SendBatch } from '../../../shared/list/selection/batch-run.ts'
import { startRun, useCurrentRun } from '../../../shared/list/selection/current-run.ts'
import { ExpectedRefusals } from '../../../shared/list/selection/expected-refusals.tsx'
import { RunBar } from '../../../shared/list/selection/run-bar.tsx'
import type { SelectionAction } from '../../../shared/list/selection/selection-action.ts'
import { useOffered } from '../../../shared/list/selection/use-offered.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { kinds } from '../kinds.ts'
import { RecordingName } from '../recording-name.tsx'
import { selectionActionsOf } from '../selection/selection-actions.ts'
import classes from './conversation-actions.module.css'

const offeredIds: ReadonlySet<string> = new Set(['review', 'receipt', 'comment'])
const actionsOnMessages = selectionActionsOf('messages').filter(({ id }) => offeredIds.has(id))

interface ConversationActionsProps {
  /** Names the conversation among runs. */
  name: string
  /** The messages that the person was shown. Others of the conversation are left as they are. */
  messages: readonly Payload[]
}

/** What can be done with all messages of a conversation that the person has read: the same as with selected rows of a list. */
export const ConversationActions = ({ name, messages }: ConversationActionsProps) => {
  const t = useText()
  const [asked, setAsked] = useState<{ action: SelectionAction; rows: ReadonlyMap<string, Payload> } | null>(null)
  const current = useCurrentRun(name)
  const actions = useOffered(actionsOnMessages)
  const review = actions.find(({ id }) => id === 'review')
  // What arrives while the dialog is open has not been read.
  const ask = (action: SelectionAction) =>
    setAsked({ action, rows: new Map(messages.map((message) => [message.payload_reference, message])) })
  const isBusy = current !== null && isRunning(current.state)
  usePageKeys(review && !isBusy && messages.length > 0 ? [['review', () => ask(review)]] : [])
  if (actions.length === 0) return null
  const names = new Map(
    [...(asked?.rows ?? [])].map(([reference, message]) => [
      reference,
      <RecordingName key={reference} payload={message} />,
    ]),
  )
  const start = (send: SendBatch) => {
    if (!asked) return
    const rows = [...asked.rows]
    const chosen = new Map(rows.map(([reference]) => [reference, kinds.messages.linkOf(reference)] as const))
    setAsked(null)
    void startRun({ list: name, action: asked.action, chosen, names, send }).resume()
  }
  return (
    // Takes its place before messages are there, so that these do not move.
    <div className={classes.actions} data-waiting={messages.length === 0}>
      {current ? (
        <RunBar {...current} onDone={() => undefined} />
      ) : (
        <Group gap="xs">
          <Text size="sm">{t('conversation.actions', { count: messages.length })}</Text>
          {actions.map((action) => (
            <Button
              key={action.id}
              size="xs"
              variant="default"
              leftSection={<action.icon size={15} stroke={1.7} aria-hidden />}
              onClick={() => ask(action)}
            >
              {t(action.label)}
            </Button>
          ))}
        </Group>
      )}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && t(asked.action.title, { count: asked.rows.size })}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {asked && (
          <>
            <ExpectedRefusals action={asked.action} keys={[...asked.rows.keys()]} rows={asked.rows} />
            <asked.action.Dialog
              references={[...asked.rows.keys()]}
              names={names}
              onStart={start}
              onClose={() => setAsked(null)}
            />
          </>
        )}
      </Modal>
    </div>
  )
}
