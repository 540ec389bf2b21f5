import { dayStyle } from '@holdfast/words'
import { Alert, Button } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { ApiError } from '../api/api-error.ts'
import { useText } from '../i18n/text.ts'

interface DeletionConflictProps {
  /** Its details name who changed the item, and when, to people who may know. */
  refusal: ApiError
  onShowLatest: (() => void) | undefined
}

/** Shown instead of deleting when somebody else saved in the meantime. */
export const DeletionConflict = ({ refusal: { details }, onShowLatest }: DeletionConflictProps) => {
  const t = useText()
  const intl = useIntl()
  const { updated_by: who, updated_at: at } = details
  const when = typeof at === 'string' && intl.formatDate(at, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  return (
    <Alert color="yellow" icon={<IconGitMerge />} title={t('form.conflict_title')} role="alert">
      {typeof who === 'string' && when ? t('form.delete_conflict_by', { who, when }) : t('form.delete_conflict')}
      {onShowLatest && (
        <Button display="block" mt="sm" size="xs" variant="default" onClick={onShowLatest}>
          {t('form.show_latest')}
        </Button>
      )}
    </Alert>
  )
}
