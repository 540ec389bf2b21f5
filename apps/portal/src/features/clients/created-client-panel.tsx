import type { CreatedClient } from '@holdfast/contract'
import { Alert, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** What was created with an account. Its secrets are shown this once. */
export const CreatedClientPanel = ({ created }: { created: CreatedClient }) => {
  const t = useText()
  const { client, key_id, enrolment_secret, administrator_password: password } = created
  return (
    <>
      <PageHeader title={t('clients.created', { client })} />
      <Panel>
        <Alert icon={<IconKey />} color="yellow" title={t('clients.secret_once')} mb="md">
          {t('clients.secret_once_body')}
          {password !== null && <Text size="sm">{t('clients.password_once_body')}</Text>}
        </Alert>
        <Facts
          title={t('clients.made')}
          facts={[
            { label: t('clients.client'), value: client, copy: client },
            { label: t('clients.key_id'), value: key_id, copy: key_id },
            { label: t('clients.enrolment_secret'), value: enrolment_secret, copy: enrolment_secret },
            ...(password === null
              ? []
              : [{ label: t('clients.administrator_password'), value: password, copy: password }]),
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
