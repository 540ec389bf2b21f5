import type { Matter } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'

/** The number of recordings beside the title of a matter, the same on each of its parts; `null` for people who are not answered it. */
export const useMatterCount = ({ payloads }: Matter) => {
  const t = useText()
  if (payloads === null) return null
  const { total, is_capped: isCapped = false } = payloads
  return { total, isCapped, label: t(isCapped ? 'matters.count_capped' : 'matters.count', { count: total }) }
}
