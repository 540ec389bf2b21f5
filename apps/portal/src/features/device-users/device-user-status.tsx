import type { DeviceUser } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'

export const DeviceUserStatus = ({ user }: { user: DeviceUser }) => {
  const t = useText()
  return <Badge tone={user.is_active ? 'good' : 'neutral'}>{t(user.is_active ? 'user.active' : 'user.inactive')}</Badge>
}
