import type { AccessImpact } from '@holdfast/contract'
import { List, ScrollArea } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { impactInWords } from './impact-in-words.ts'

interface ImpactLinesProps {
  impact: Pick<AccessImpact, 'changes' | 'group_total'>
  /** How many more people and apps gain or lose access than `impact` names. */
  more: number
  maxHeight: number
}

/** Who gains and loses what. More actions than a sentence names are listed below it. */
export const ImpactLines = ({ impact, more, maxHeight }: ImpactLinesProps) => {
  const t = useText()
  return (
    <ScrollArea.Autosize mah={maxHeight} type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
      <List size="sm">
        {impactInWords(impact, t).map(({ words, actions }) => (
          <List.Item key={words}>
            {words}
            {actions.length > 0 && (
              <List size="sm" withPadding>
                {actions.map((action) => (
                  <List.Item key={action}>{action}</List.Item>
                ))}
              </List>
            )}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{t('gains.more', { count: more })}</List.Item>}
      </List>
    </ScrollArea.Autosize>
  )
}
