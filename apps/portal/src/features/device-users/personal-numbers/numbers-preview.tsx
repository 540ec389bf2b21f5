import { personalNumberPreviewDays } from '@holdfast/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './numbers-preview.module.css'
import { useNumbersPreview } from './use-numbers-preview.ts'

interface NumbersPreviewProps {
  /** `undefined` until somebody is chosen. */
  person: string | undefined
  numbers: readonly string[]
}

/** What was recorded with numbers lately, so that nobody closes what should be heard by mistake. */
export const NumbersPreview = ({ person, numbers }: NumbersPreviewProps) => {
  const t = useText()
  const { preview, isReading, hasFailed } = useNumbersPreview(person, numbers)
  if (hasFailed) return <Text size="sm">{t('numbers.preview_failed')}</Text>
  if (isReading) return <Text size="sm">{t('numbers.preview_reading')}</Text>
  if (!preview) return null
  const told = preview.items
    .filter(({ recordings, is_active }) => recordings > 0 || is_active)
    .toSorted((one, other) => other.recordings - one.recordings)
  const hasRecordings = told.some(({ recordings }) => recordings > 0)
  const others = preview.items.length - told.length
  return (
    <Alert
      color={hasRecordings ? 'yellow' : 'gray'}
      title={t('numbers.preview', { days: personalNumberPreviewDays })}
      role="status"
    >
      <Stack gap="xs">
        {told.length > 0 && (
          <ul className={classes.rows}>
            {told.map(({ personal_number, recordings, last_time, is_active }) => (
              <li key={personal_number} className={classes.row}>
                <span className="numeric">{personal_number}</span>
                {is_active && <Badge>{t('numbers.already')}</Badge>}
                <span className={classes.count}>
                  {t('numbers.preview_count', { count: recordings })}
                  {last_time && (
                    <>
                      {', '}
                      {t('numbers.preview_latest')} <Moment time={last_time} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        {others > 0 && <Text size="sm">{t('numbers.preview_none', { count: others })}</Text>}
        <Text size="sm">{t(hasRecordings ? 'numbers.preview_note' : 'numbers.preview_seen')}</Text>
        {preview.is_capped && <Text size="sm">{t('numbers.preview_capped')}</Text>}
      </Stack>
    </Alert>
  )
}
