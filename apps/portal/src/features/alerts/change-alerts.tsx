import { type Alert, type ErrorCode, maxAlertMessageCharacters, maxAlertSilenceDays } from '@holdfast/contract'
import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { IconBell, IconBellOff, IconCheck, IconEye, IconEyeOff, IconRotate, IconUserCheck } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { queryClient } from '../../shared/api/query-client.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import type { SendBatch } from '../../shared/list/selection/batch-run.ts'
import type { ActionDialogProps, SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { type AlertArea, accountAlerts, providerAlerts } from './alert-area.ts'
import { changeByAccount, type Send } from './change-by-account.ts'
import { endOfSilence, type Silence, silenceNames } from './silence.ts'

/** Sends a change of alerts of several accounts, and reads again what screens show. */
export const sendByAccount =
  (send: Send): SendBatch =>
  async (keys) => {
    const items = await changeByAccount(keys, send)
    readAlertsAgain()
    return items
  }

/** Reads again what open screens show of alerts. */
const readAlertsAgain = (): void =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, , path] }) => /^(\/clients\/\{client\})?\/alerts(\/|$)/.test(String(path)),
  })

interface ConfirmProps extends ActionDialogProps {
  label: MessageId
  body: MessageId
  send: Send
}

/** Asks before a change that needs nothing to be entered. */
const Confirm = ({ label, body, send, onStart, onClose }: ConfirmProps) => {
  const t = useText()
  return (
    <DialogForm label={t(label)} hasNoFields onSubmit={() => onStart(sendByAccount(send))} onCancel={onClose}>
      <Text size="sm">{t(body)}</Text>
    </DialogForm>
  )
}

const Clear = ({ area, onStart, onClose }: ActionDialogProps & { area: AlertArea }) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const submit = () => {
    const written = reason.trim()
    onStart(
      sendByAccount((client, references) =>
        area.change(client, references, { change: 'clear', ...(written && { reason: written }) }),
      ),
    )
  }
  return (
    <DialogForm label={t('alerts.clear')} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('alerts.clear_body')}</Text>
      <Textarea
        label={t('alerts.clear_reason')}
        description={t('alerts.clear_reason_hint')}
        maxLength={maxAlertMessageCharacters}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

const SilenceForm = ({ area, onStart, onClose }: ActionDialogProps & { area: AlertArea }) => {
  const t = useText()
  const [chosen, setChosen] = useState<Silence>('workday')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const submit = () => {
    const end = endOfSilence(chosen, until, Date.now())
    if (!end) return
    const written = reason.trim()
    const change = { change: 'silence', until: end.toISOString(), ...(written && { reason: written }) } as const
    onStart(sendByAccount((client, references) => area.change(client, references, change)))
  }
  return (
    <DialogForm
      label={t('alerts.silence')}
      isComplete={endOfSilence(chosen, until, Date.now()) !== null}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Text size="sm">{t('alerts.silence_body')}</Text>
      <Select
        label={t('alerts.silence_for')}
        allowDeselect={false}
        data={silenceNames.map((value) => ({ value, label: t(`alerts.silence_${value}`) }))}
        value={chosen}
        onChange={(value) => value && setChosen(value as Silence)}
        data-autofocus
      />
      {chosen === 'until' && (
        <TextInput
          type="datetime-local"
          label={t('alerts.silence_until_when')}
          description={t('alerts.silence_until_hint', { days: maxAlertSilenceDays })}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t('alerts.clear_reason')}
        description={t('alerts.clear_reason_hint')}
        maxLength={maxAlertMessageCharacters}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

const isHandledBy = ({ may }: Alert): boolean => may.includes('clear') || may.includes('reopen')
const refusalOf = (alert: Alert): ErrorCode | null => (isHandledBy(alert) ? null : 'auth.forbidden')
const lasting: readonly ErrorCode[] = ['request.not_found', 'auth.forbidden']

const confirming =
  (label: MessageId, body: MessageId, send: Send): SelectionAction['Dialog'] =>
  (props) => <Confirm {...props} label={label} body={body} send={send} />

/** Changes that everybody who sees alerts can make for themselves. */
const ownActionsOf = (area: AlertArea): readonly SelectionAction[] => {
  const ofOneself = { action: area.mayRead, lasting }
  return [
    {
      ...ofOneself,
      id: 'dismiss',
      icon: IconEyeOff,
      label: 'alerts.dismiss',
      title: 'alerts.dismiss_title',
      done: 'alerts.item_dismissed',
      appliesTo: ({ is_dismissed }: Alert) => !is_dismissed,
      Dialog: confirming('alerts.dismiss', 'alerts.dismiss_body', (client, references) =>
        area.dismiss(client, references, true),
      ),
    },
    {
      ...ofOneself,
      id: 'undismiss',
      icon: IconEye,
      label: 'alerts.undismiss',
      title: 'alerts.undismiss_title',
      done: 'alerts.item_undismissed',
      appliesTo: ({ is_dismissed }: Alert) => is_dismissed,
      Dialog: confirming('alerts.undismiss', 'alerts.undismiss_body', (client, references) =>
        area.dismiss(client, references, false),
      ),
    },
  ]
}

/** What can be done with alerts, several in a list or one on its screen. */
const actionsOf = (area: AlertArea): readonly SelectionAction[] => {
  const withArea =
    (Dialog: ComponentType<ActionDialogProps & { area: AlertArea }>): SelectionAction['Dialog'] =>
    (props) => <Dialog {...props} area={area} />
  const changing = { action: area.mayWrite, refusalOf, lasting }
  return [
    {
      ...changing,
      id: 'acknowledge',
      icon: IconUserCheck,
      label: 'alerts.acknowledge',
      title: 'alerts.acknowledge_title',
      done: 'alerts.item_acknowledged',
      appliesTo: ({ alert_state, acknowledged_by }: Alert) => alert_state === 'Triggered' && acknowledged_by === null,
      Dialog: confirming('alerts.acknowledge', 'alerts.acknowledge_body', (client, references) =>
        area.change(client, references, { change: 'acknowledge' }),
      ),
    },
    {
      ...changing,
      id: 'clear',
      icon: IconCheck,
      label: 'alerts.clear',
      title: 'alerts.clear_title',
      done: 'alerts.item_cleared',
      appliesTo: ({ alert_state }: Alert) => alert_state === 'Triggered',
      Dialog: withArea(Clear),
    },
    {
      ...changing,
      id: 'silence',
      icon: IconBellOff,
      label: 'alerts.silence',
      title: 'alerts.silence_title',
      done: 'alerts.item_silenced',
      appliesTo: ({ alert_state }: Alert) => alert_state === 'Triggered',
      Dialog: withArea(SilenceForm),
    },
    {
      ...changing,
      id: 'unsilence',
      icon: IconBell,
      label: 'alerts.unsilence',
      title: 'alerts.unsilence_title',
      done: 'alerts.item_unsilenced',
      appliesTo: ({ silenced_until }: Alert) => silenced_until !== null && Date.parse(silenced_until) > Date.now(),
      Dialog: confirming('alerts.unsilence', 'alerts.unsilence_body', (client, references) =>
        area.change(client, references, { change: 'unsilence' }),
      ),
    },
    {
      ...changing,
      id: 'reopen',
      icon: IconRotate,
      label: 'alerts.reopen',
      title: 'alerts.reopen_title',
      done: 'alerts.item_reopened',
      appliesTo: ({ alert_state }: Alert) => alert_state === 'Cleared',
      Dialog: confirming('alerts.reopen', 'alerts.reopen_body', (client, references) =>
        area.change(client, references, { change: 'reopen' }),
      ),
    },
    ...ownActionsOf(area),
  ]
}

export const accountAlertActions = actionsOf(accountAlerts)
export const providerAlertActions = actionsOf(providerAlerts)
