import type { AccessImpact } from '@holdfast/contract'
import { Alert, Text } from '@mantine/core'
import { IconUserExclamation } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { inSentence } from './impact-in-words.ts'
import { ImpactLines } from './impact-lines.tsx'
import { OpenReviewsNote, reviewersAmong } from './open-reviews-note.tsx'

/** Before other roles are saved: who gains and loses what by them, and what the author can't give. */
export const AccessImpactNote = ({ impact }: { impact: AccessImpact | undefined }) => {
  const t = useText()
  if (!impact) return null
  const { exceeds_own: exceeds, gaining, losing, total, changes } = impact
  const more = Math.max(gaining, losing) - changes.length
  const isNobody = gaining + losing === 0
  return (
    <Alert
      color={exceeds ? 'red' : gaining > 0 ? 'yellow' : 'blue'}
      icon={<IconUserExclamation aria-hidden />}
      title={isNobody ? t('impact.nobody', { total }) : t('impact.title', { gaining, losing })}
      role="status"
    >
      {exceeds && (
        <Text size="sm" fw={600} mb={isNobody ? 0 : 'xs'}>
          {t(exceeds.ends_sooner ? 'impact.ends_sooner' : 'impact.exceeds_own', {
            role: exceeds.role,
            action: inSentence(t(`action.${exceeds.action}`)),
          })}
        </Text>
      )}
      {!isNobody && (
        <>
          <ImpactLines impact={impact} more={more} maxHeight={260} />
          <OpenReviewsNote people={reviewersAmong(changes)} />
          <Text size="xs" mt="xs">
            {t('impact.groups_hint')}
          </Text>
        </>
      )}
    </Alert>
  )
}
