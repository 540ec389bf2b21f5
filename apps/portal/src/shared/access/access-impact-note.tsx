import type { AccessImpact } from '@holdfast/contract'
import { Alert, List, ScrollArea, Text } from '@mantine/core'
import { IconUserExclamation } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { impactInWords, inSentence } from './impact-in-words.ts'

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
          {t('impact.exceeds_own', { role: exceeds.role, action: inSentence(t(`action.${exceeds.action}`)) })}
        </Text>
      )}
      {!isNobody && (
        <>
          <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
            <List size="sm">
              {impactInWords(impact, t).map((words) => (
                <List.Item key={words}>{words}</List.Item>
              ))}
              {more > 0 && <List.Item>{t('gains.more', { count: more })}</List.Item>}
            </List>
          </ScrollArea.Autosize>
          <Text size="xs" mt="xs">
            {t('impact.groups_hint')}
          </Text>
        </>
      )}
    </Alert>
  )
}
