import { calls, type EnrolmentSecretState } from '@holdfast/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { RotateSecret } from './rotate-secret.tsx'

interface CurrentSecretPanelProps {
  state: EnrolmentSecretState
  mayRotate: boolean
}

/** The secret that is installed on new handsets: shown when somebody asks for it, and replaced. */
export const CurrentSecretPanel = ({ state, mayRotate }: CurrentSecretPanelProps) => {
  const t = useText()
  const [secret, setSecret] = useState<string | null>(null)
  const { save, isSaving, refusal } = useSave({
    call: calls.showEnrolmentSecret,
    changes: [],
    onSaved: ({ enrolment_secret }) => setSecret(enrolment_secret),
  })
  const { fingerprint, created_at, created_by, former } = state
  return (
    <Panel>
      <Stack>
        <Facts
          title={t('secret.current')}
          facts={[
            { label: t('secret.secret'), value: secret, copy: secret },
            {
              label: t('secret.fingerprint'),
              value: <span className="numeric">{fingerprint}</span>,
              copy: fingerprint,
            },
            { label: t('secret.since'), value: <Moment time={created_at} /> },
            { label: t('secret.by'), value: <Colleague author={created_by} /> },
          ]}
        />
        <Text size="sm">{t('secret.show_hint')}</Text>
        <Refusal refusal={refusal} />
        <Group>
          {secret === null ? (
            <Button variant="default" loading={isSaving} onClick={() => save({})}>
              {t('secret.show')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setSecret(null)}>
              {t('secret.hide')}
            </Button>
          )}
          {mayRotate && former === null && <RotateSecret fingerprint={fingerprint} />}
        </Group>
      </Stack>
    </Panel>
  )
}
