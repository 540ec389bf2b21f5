import type { TransferConfig } from '@holdfast/contract'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge } from '../../../shared/ui/badge.tsx'

/** Whether a configuration transfers anything. */
export const ConfigState = ({ config: { is_active, pgp } }: { config: TransferConfig }) => {
  const t = useText()
  if (!is_active) return <Badge tone="neutral">{t('transfer_configs.off')}</Badge>
  if (pgp && pgp.problem !== null) return <Badge tone="bad">{t('transfer_configs.key_problem')}</Badge>
  return <Badge tone="good">{t('transfer_configs.active')}</Badge>
}

/** Where a configuration transfers to, on one line. */
export const destinationText = ({ params }: TransferConfig): string => {
  if (params.target_type === 'S3') return params.destination
  const { host, port, username, root_directory } = params
  return `sftp://${username}@${host}${port === 22 ? '' : `:${port}`}${root_directory}`
}
