import type { Alert } from '@holdfast/contract'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { SendBatch } from '../../shared/list/selection/batch-run.ts'
import { isErrorCode, refusalWords } from '../../shared/list/selection/refusal-words.ts'
import type { SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { useOffered } from '../../shared/list/selection/use-offered.ts'
import { failureNotice, notice } from '../../shared/notices/notice.ts'
import { keyOfAlert } from './change-by-account.ts'

/** What the person may do with one alert. */
export const AlertActions = ({ alert, actions }: { alert: Alert; actions: readonly SelectionAction[] }) => {
  const t = useText()
  const [asked, setAsked] = useState<SelectionAction | null>(null)
  const [isBusy, setBusy] = useState(false)
  const offered = useOffered(actions).filter(
    ({ appliesTo, refusalOf }) => (appliesTo?.(alert as never) ?? true) && !refusalOf?.(alert as never),
  )
  const key = keyOfAlert(alert)
  const start = async (action: SelectionAction, send: SendBatch) => {
    setAsked(null)
    setBusy(true)
    try {
      const [item] = await send([key])
      const title = t(action.label)
      if (item?.result !== 'refused') notice(t(action.done ?? 'run.item_done'))
      else notice(title, isErrorCode(item.code) ? refusalWords(item.code, item.message) : (item.message ?? ''))
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      failureNotice(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {offered.map((action) => (
        <Button
          key={action.id}
          variant="default"
          disabled={isBusy}
          leftSection={<action.icon size={16} stroke={1.7} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setAsked(action)}
        >
          {t(action.label)}
        </Button>
      ))}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && t(asked.title, { count: 1 })}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {asked && (
          <asked.Dialog
            references={[key]}
            names={new Map()}
            onStart={(send) => void start(asked, send)}
            onClose={() => setAsked(null)}
          />
        )}
      </Modal>
    </>
  )
}
