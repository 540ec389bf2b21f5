import type { TransferConfig } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import type { ConfigValues } from './config-values.ts'
import { CopyBlock } from './copy-block.tsx'

interface DestinationFactsProps {
  values: ConfigValues
  config: TransferConfig | null
}

/** Texts for the customer to enter at the destination: a public key, or the trust policy of a role. */
export const DestinationFacts = ({ values, config }: DestinationFactsProps) =>
  values.params.target_type === 'S3' ? (
    <RolePolicy destination={values.params.destination} external_id={config?.external_id ?? null} />
  ) : (
    <PublicKey values={values} config={config} />
  )

/** The key with which Holdfast signs in where no password is set. */
const PublicKey = ({ values: { sftp_password }, config }: DestinationFactsProps) => {
  const t = useText()
  const hasPassword = sftp_password === '' ? config?.has_sftp_password === true : sftp_password !== null
  if (hasPassword) return null
  return config?.sftp_public_key ? (
    <CopyBlock title={t('transfer_configs.public_key')} hint={t('transfer_configs.public_key_hint')}>
      {config.sftp_public_key}
    </CopyBlock>
  ) : (
    <Text size="sm" c="dimmed">
      {t('transfer_configs.key_after_saving')}
    </Text>
  )
}

const RolePolicy = ({ destination, external_id }: { destination: string; external_id: string | null }) => {
  const t = useText()
  if (external_id === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('transfer_configs.policy_after_saving')}
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      <Facts
        title={null}
        facts={[{ label: t('transfer_configs.external_id'), value: <code>{external_id}</code>, copy: external_id }]}
      />
      <CopyBlock title={t('transfer_configs.trust_policy')} hint={t('transfer_configs.trust_policy_hint')}>
        {trustPolicy(external_id)}
      </CopyBlock>
      <CopyBlock title={t('transfer_configs.permissions')} hint={t('transfer_configs.permissions_hint')}>
        {permissionsPolicy(destination)}
      </CopyBlock>
    </Stack>
  )
}

const policy = (statement: object): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] }, null, 2)

const trustPolicy = (external_id: string): string =>
  policy({
    Principal: { AWS: 'ARN-FROM-YOUR-PROVIDER' },
    Action: 'sts:AssumeRole',
    Condition: { StringEquals: { 'sts:ExternalId': external_id } },
  })

/** Reading is for verifying what arrived, and for receipts. */
const permissionsPolicy = (destination: string): string => {
  const place = destination.replace(/^s3:\/\//, '').replace(/\/$/, '') || 'bucket'
  return policy({
    Action: ['s3:PutObject', 's3:GetObject', 's3:AbortMultipartUpload'],
    Resource: `arn:aws:s3:::${place}/*`,
  })
}
