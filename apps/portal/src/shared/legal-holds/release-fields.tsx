import { maxReleaseReasonCharacters } from '@holdfast/contract'
import { Text, Textarea } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { useProfile } from '../session/profile.ts'

export const isWritten = (reason: string): boolean => /[^\s\p{Cf}]/u.test(reason)

interface ReasonInputProps {
  reason: string
  isOptional?: boolean
  onChange: (reason: string) => void
}

/** Why a hold is released. */
export const ReasonInput = ({ reason, isOptional = false, onChange }: ReasonInputProps) => {
  const t = useText()
  return (
    <Textarea
      label={t('field.reason')}
      description={t('holds.release_reason_hint')}
      withAsterisk={!isOptional}
      maxLength={maxReleaseReasonCharacters}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={!isOptional}
    />
  )
}

/** Whether a second person has to confirm, and how long it takes then. */
export const ReleaseRule = ({ isAsked }: { isAsked: boolean }) => {
  const t = useText()
  const settings = useProfile().profile?.account_settings
  if (!settings?.hold_release_needs_second_person) return null
  return (
    <Text size="sm">
      {!isAsked && `${t('holds.second_person')} `}
      {t('holds.cooling_off', { days: settings.hold_release_days })}
    </Text>
  )
}
