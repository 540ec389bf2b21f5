import type { CodeCount, LegacyMigration } from '@holdfast/contract'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Swatch } from '../../shared/ui/parts-bar.tsx'
import classes from './code-counts.module.css'
import { RejectedRows } from './rejected-rows.tsx'
import { colourOf, type Ending, endings, endingTitle, RowsBar } from './rows-bar.tsx'

const countsOf = ({ imported, warnings, import_errors }: LegacyMigration): Record<Ending, readonly CodeCount[]> => ({
  imported,
  warnings,
  errors: import_errors,
})

/** How many rows ended with which code. */
export const CodeCounts = ({ migration }: { migration: LegacyMigration }) => {
  const t = useText()
  const { statistics, migration_id, is_dry_run, migration_state } = migration
  const counts = countsOf(migration)
  const isPending = migration_state === 'Pending'
  if (statistics.rows === 0) {
    return (
      <Panel title={t('migrations.result')}>
        <Text size="sm" c="dimmed">
          {t(isPending ? 'migrations.no_rows_yet' : 'migrations.no_rows')}
        </Text>
      </Panel>
    )
  }
  const hasKept = statistics.warnings + statistics.errors > 0
  return (
    <Panel title={t(is_dry_run ? 'migrations.would_result' : 'migrations.result')}>
      <Stack>
        {is_dry_run && !isPending && <Text size="sm">{t('migrations.dry_run_note')}</Text>}
        <RowsBar migration={migration} />
        {hasKept && (
          <Group gap="xs">
            <LinkButton
              size="xs"
              variant="default"
              to="/dashboard/account/migrations/$migration_id/rows"
              params={{ migration_id }}
            >
              {t('page.migration_rows')}
            </LinkButton>
            <RejectedRows migration={migration} />
          </Group>
        )}
        {[...endings]
          .reverse()
          .filter((ending) => counts[ending].length > 0)
          .map((ending) => (
            <CountTable key={ending} migration={migration} ending={ending} counts={counts[ending]} />
          ))}
      </Stack>
    </Panel>
  )
}

interface CountTableProps {
  migration: LegacyMigration
  ending: Ending
  counts: readonly CodeCount[]
}

/** Warnings and errors lead to their rows, which are kept. */
const CountTable = ({ migration, ending, counts }: CountTableProps) => {
  const t = useText()
  const intl = useIntl()
  const { migration_id } = migration
  return (
    <table className={classes.table}>
      <caption>
        <span className={classes.caption}>
          <Swatch colour={colourOf(ending)} />
          {t(endingTitle(ending, migration))}
        </span>
      </caption>
      <tbody>
        {counts.map(({ code, rows }) => (
          <tr key={code}>
            <th scope="row">
              {ending === 'imported' ? (
                t(`migrations.code_${code}`)
              ) : (
                <Anchor
                  size="sm"
                  aria-label={t('migrations.see_rows_of', { code: t(`migrations.code_${code}`) })}
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/dashboard/account/migrations/$migration_id/rows"
                      params={{ migration_id }}
                      search={{ filter: { codes: [code] } } as never}
                    />
                  )}
                >
                  {t(`migrations.code_${code}`)}
                </Anchor>
              )}
              <span className={classes.code}>{code}</span>
            </th>
            <td className={`numeric ${classes.count}`}>{intl.formatNumber(rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
