import { SegmentedControl } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { Locale } from '../../shared/i18n/locale.ts'
import { useChangeLocale } from '../../shared/i18n/locale-context.ts'
import { useText } from '../../shared/i18n/text.ts'
import { fetchPart } from '../../shared/ui/fetch-part.ts'

/** The languages by their own names, which those who need them can read. */
const languages = [
  { value: 'en-GB', label: 'English' },
  { value: 'pt-BR', label: 'Português' },
] as const satisfies readonly { value: Locale; label: string }[]

export const LanguageControl = () => {
  const t = useText()
  const { locale } = useIntl()
  const changeLocale = useChangeLocale()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('shell.language')}
      value={locale}
      onChange={(chosen) => void fetchPart(() => changeLocale(chosen as Locale))}
      data={[...languages]}
    />
  )
}
