import { calls, type EnrolmentSecretState } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { ConfirmButton } from '../../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'

interface FormerSecretPanelProps {
  former: NonNullable<EnrolmentSecretState['former']>
  mayRotate: boolean
}

/** The secret before the current one, how many devices still use it, and its end. */
export const FormerSecretPanel = ({ former, mayRotate }: FormerSecretPanelProps) => {
  const t = useText()
  const { save, isSaving, refusal } = useSave({
    call: calls.endFormerEnrolmentSecret,
    changes: [calls.getEnrolmentSecretState],
    onSaved: () => notice(text('secret.ended')),
  })
  const { fingerprint, valid_until, devices, devices_left } = former
  return (
    <Panel>
      <Stack align="flex-start">
        <Facts
          title={t('secret.former')}
          facts={[
            {
              label: t('secret.fingerprint'),
              value: <span className="numeric">{fingerprint}</span>,
              copy: fingerprint,
            },
            { label: t('secret.valid_until'), value: <Moment time={valid_until} /> },
            { label: t('secret.devices'), value: t('secret.count', { count: devices }) },
            { label: t('secret.devices_left'), value: t('secret.count', { count: devices_left }) },
          ]}
        />
        <Text size="sm">{t('secret.former_hint')}</Text>
        <Refusal refusal={refusal} />
        {mayRotate && (
          <ConfirmButton
            variant="default"
            color="red"
            label={t('secret.end')}
            title={t('secret.end_title')}
            body={t('secret.end_body', { count: devices_left })}
            isBusy={isSaving}
            onConfirm={() => save({})}
          />
        )}
      </Stack>
    </Panel>
  )
}
