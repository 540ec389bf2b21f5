import type { CreatedClient } from '@holdfast/contract'
import { Alert, Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** What was made with an account. The enrolment secret is told this once. */
export const CreatedClientPanel = ({ created: { client, key_id, enrolment_secret } }: { created: CreatedClient }) => {
  const t = useText()
  return (
    <>
      <PageHeader title={t('clients.created', { client })} />
      <Panel>
        <Alert icon={<IconKey />} color="yellow" title={t('clients.secret_once')} mb="md">
          {t('clients.secret_once_body')}
        </Alert>
        <Facts
          title={t('clients.made')}
          facts={[
            { label: t('clients.client'), value: client, copy: client },
            { label: t('clients.key_id'), value: key_id, copy: key_id },
            { label: t('clients.enrolment_secret'), value: enrolment_secret, copy: enrolment_secret },
          ]}
        />
        <Group mt="md">
          <LinkButton to="/internal/clients" variant="default">
            {t('clients.to_all')}
          </LinkButton>
        </Group>
      </Panel>
    </>
  )
}
