import { calls, type DeviceUser, type EnrolmentDetails, limits, type OneTimeCode } from '@holdfast/contract'
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { EnrolmentProgress } from './enrolment-progress.tsx'
import { OneTimeCodeText } from './one-time-code.tsx'
import { QrCode } from './qr-code.tsx'

type Way = 'code' | 'qr'

/** Shows a one-time code or a QR code, and says when a handset has authenticated with it. */
export const EnrolHandset = ({ user, onDone }: { user: DeviceUser; onDone: () => void }) => {
  const t = useText()
  const [way, setWay] = useState<Way>('code')
  const [code, setCode] = useState<OneTimeCode | null>(null)
  const [details, setDetails] = useState<EnrolmentDetails | null>(null)
  // An answer may arrive after somebody chose the other way.
  const shownCode = way === 'code' ? code : null
  const shownDetails = way === 'qr' ? details : null
  const isShown = shownCode !== null || shownDetails !== null
  const coding = useSave({ call: calls.createOneTimeCode, changes: [], onSaved: setCode })
  const showing = useSave({ call: calls.showEnrolmentDetails, changes: [], onSaved: setDetails })
  const { device_user_reference } = user
  const current = way === 'code' ? coding : showing
  const choose = (chosen: string) => {
    setWay(chosen as Way)
    setCode(null)
    setDetails(null)
    coding.forget()
    showing.forget()
  }
  return (
    <Stack>
      <SegmentedControl
        fullWidth
        aria-label={t('enrol.way')}
        data={[
          { value: 'code', label: t('enrol.code') },
          { value: 'qr', label: t('enrol.qr') },
        ]}
        value={way}
        onChange={choose}
      />
      <Text size="sm">
        {way === 'code' ? t('enrol.code_hint', { minutes: limits.oneTimeCodeMinutes }) : t('enrol.qr_hint')}
      </Text>
      {way === 'qr' && <Alert color="yellow">{t('enrol.qr_warning')}</Alert>}
      <Refusal refusal={current.refusal} />
      {shownCode && <OneTimeCodeText key={shownCode.code} code={shownCode} />}
      {shownDetails && <QrCode content={JSON.stringify(shownDetails)} label={t('enrol.qr_label')} />}
      {isShown && <EnrolmentProgress key={shownCode?.code ?? way} user={user} hasCode={way === 'code'} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('form.close')}
        </Button>
        {(way === 'code' || !isShown) && (
          <Button
            variant={isShown ? 'default' : 'filled'}
            loading={current.isSaving}
            onClick={() => current.save({ params: { device_user_reference } })}
            data-autofocus
          >
            {t(way === 'qr' ? 'enrol.show_qr' : isShown ? 'enrol.another_code' : 'enrol.make_code')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
