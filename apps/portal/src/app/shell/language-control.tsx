import { SegmentedControl } from '@mantine/core'
import { useIntl } from 'react-intl'
import { ApiError } from '../../shared/api/api-error.ts'
import type { Locale } from '../../shared/i18n/locale.ts'
import { useChangeLocale } from '../../shared/i18n/locale-context.ts'
import { useText } from '../../shared/i18n/text.ts'
import { failureNotice } from '../../shared/notices/notice.ts'

/** Each language by its own name, so that its speakers can read it. */
const languages = [
  { value: 'en-GB', label: 'English' },
  { value: 'pt-BR', label: 'Português' },
] as const satisfies readonly { value: Locale; label: string }[]

export const LanguageControl = () => {
  const t = useText()
  const { locale } = useIntl()
  const changeLocale = useChangeLocale()
  const change = (chosen: string) =>
    changeLocale(chosen as Locale).catch((error) => failureNotice(new ApiError(0, { message: String(error) })))
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('shell.language')}
      value={locale}
      onChange={(chosen) => void change(chosen)}
      data={[...languages]}
    />
  )
}
