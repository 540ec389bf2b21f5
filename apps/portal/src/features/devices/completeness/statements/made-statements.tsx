import { List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../../shared/i18n/text.ts'
import type { MakingResult } from './use-make-statements.ts'

/** What became of each group. */
export const MadeStatements = ({ results }: { results: readonly MakingResult[] }) => {
  const t = useText()
  if (results.length === 0) return null
  return (
    <div role="status">
      <Text fw={550} size="sm">
        {t('statement.results')}
      </Text>
      <List size="sm">
        {results.map(({ group, statement, refusal }) => (
          <List.Item key={group}>
            <bdi>{group}</bdi>:{' '}
            {statement ? (
              <Link
                to="/dashboard/devices/completeness/statements/$statement_reference"
                params={{ statement_reference: statement.statement_reference }}
              >
                {t('statement.result_made')}
              </Link>
            ) : (
              refusal
            )}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
