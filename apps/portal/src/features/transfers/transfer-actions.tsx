import { calls, type Transferable } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { type MessageId, text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'

/** The operations without anything to enter, in the order of their buttons. */
const operations = ['run', 'pause', 'resume'] as const
type Operation = (typeof operations)[number]

const told: Readonly<Record<Operation, MessageId>> = {
  run: 'transfers.run_asked',
  pause: 'transfers.pause_asked',
  resume: 'transfers.resume_asked',
}

/** Sends what is missing, pauses and resumes. */
export const TransferActions = ({ transfer: { transfer_id, may } }: { transfer: Transferable }) => {
  const t = useText()
  const offered = operations.filter((operation) => may.includes(operation))
  const { save, isSaving, refusal } = useSave({
    call: calls.runTransfer,
    changes: [calls.listTransfers, calls.getTransfer],
    onSaved: () => undefined,
  })
  const ask = (operation: Operation) => {
    save({ params: { transfer_id }, body: { operation } })
    notice(text(told[operation]))
  }
  return (
    <>
      {offered.map((operation) => (
        <Button
          key={operation}
          size="xs"
          variant={operation === 'run' ? 'filled' : 'default'}
          loading={isSaving}
          onClick={() => ask(operation)}
        >
          {t(`transfers.${operation}`)}
        </Button>
      ))}
      <Refusal refusal={refusal} />
    </>
  )
}
