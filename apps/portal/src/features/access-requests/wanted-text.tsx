import type { AccessRequest } from '@holdfast/contract'
import { objectInWords, wantedOf } from '../../shared/access-requests/wanted.ts'
import { useText } from '../../shared/i18n/text.ts'

/** What a request is for: the action, and what with. */
export const WantedText = ({ request }: { request: AccessRequest }) => {
  const t = useText()
  const object = request.is_hidden ? t('access_requests.for_hidden') : objectInWords(wantedOf(request), t)
  const words = [t(`action.${request.action}`), object].filter((part) => part !== null).join(' – ')
  return <bdi title={words}>{words}</bdi>
}
