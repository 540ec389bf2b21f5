import type { TransferConfig } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { CopyBlock } from './copy-block.tsx'

/** The public key with which the archive verifies what it receives, and earlier ones. */
export const ManifestKey = ({ keys: [present, ...former] }: { keys: TransferConfig['manifest_keys'] }) => {
  const t = useText()
  if (!present) return null
  return (
    <Panel title={t('transfer_configs.manifest_key')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('transfer_configs.manifest_key_hint')}
        </Text>
        <Key of={present} />
        {former.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('transfer_configs.former_manifest_keys', { count: former.length })}
          </Text>
        )}
        {former.map((key) => (
          <Key key={key.key_id} of={key} />
        ))}
      </Stack>
    </Panel>
  )
}

const Key = ({ of: { key_id, public_key } }: { of: TransferConfig['manifest_keys'][number] }) => {
  const t = useText()
  return (
    <>
      <Facts
        title={null}
        facts={[{ label: t('transfer_configs.fingerprint'), value: <code>{key_id}</code>, copy: key_id }]}
      />
      <CopyBlock title={t('transfer_configs.manifest_key_pem')}>{public_key}</CopyBlock>
    </>
  )
}
