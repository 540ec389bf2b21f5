import { calls, type Locale, type NotificationDelivery, type NotificationKind } from '@holdfast/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'

import { useText } from '../../../shared/i18n/text.ts'

interface KindRowProps {
  kind: NotificationKind
  delivery: NotificationDelivery
  hasEmail: boolean
}

/** How the person is notified of one kind. Each choice is saved at once. */
export const KindRow = ({ kind, delivery, hasEmail }: KindRowProps) => {
  const t = useText()
  const locale = useIntl().locale as Locale
  const [chosen, setChosen] = useState(delivery)
  const { save, isSaving, refusal } = useSave({
    call: calls.putNotificationSetting,
    changes: [calls.getNotificationSettings],
    onSaved: () => undefined,
  })
  // A refused choice goes back to what is saved.
  const shown = isSaving ? chosen : delivery
  const choose = (next: NotificationDelivery) => {
    // One choice after the other: two at once could arrive in the other order.
    if (isSaving) return
    setChosen(next)
    save({ params: { kind }, body: { delivery: next, locale } })
  }
  const about = t(`notification.about_${kind}`)
  return (
    <tr>
      <th scope="row">
        {about}
        <Refusal refusal={refusal} />
      </th>
      <td>
        <Switch
          aria-label={t('notification.switch', { kind: about, how: t('notification.by_portal') })}
          checked={shown !== 'off'}
          onChange={({ currentTarget }) => choose(currentTarget.checked ? 'portal' : 'off')}
        />
      </td>
      {hasEmail && (
        <td>
          <Switch
            aria-label={t('notification.switch', { kind: about, how: t('notification.by_email') })}
            checked={shown === 'portal_and_email'}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? 'portal_and_email' : 'portal')}
          />
        </td>
      )}
    </tr>
  )
}
