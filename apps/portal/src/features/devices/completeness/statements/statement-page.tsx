import { type CompletenessStatement, calls, type StatementFormat, statementFileName } from '@holdfast/contract'
import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../../shared/api/api-error.ts'
import { session } from '../../../../shared/api/client.ts'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../../../shared/forms/use-loaded.ts'
import { Colleague } from '../../../../shared/found/colleague.tsx'
import { useText } from '../../../../shared/i18n/text.ts'
import { useEvents } from '../../../../shared/live/use-events.ts'
import { DetailColumns } from '../../../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../../../shared/ui/error-state.tsx'
import { Facts } from '../../../../shared/ui/facts.tsx'
import { Moment } from '../../../../shared/ui/moment.tsx'
import { PageHeader } from '../../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../../shared/ui/panel.tsx'
import { downloadStatement } from './download-statement.ts'
import { asTitle, monthWords } from './months.ts'
import { StatementSays } from './statement-says.tsx'
import { StatementState } from './statement-state.tsx'

export const prefetch = prefetchLoaded(calls.getCompletenessStatement)

/** One statement: what it says, its files, and how they are verified. */
export default function StatementPage() {
  const t = useText()
  const intl = useIntl()
  const { statement_reference = '' } = useParams({ strict: false })
  const { data: detail, error, refetch } = useLoaded(calls.getCompletenessStatement, { statement_reference })
  useEvents(({ kind }) => {
    // A later one may supersede it.
    if (kind === 'completeness_statement') readItemAgain(calls.getCompletenessStatement, { statement_reference })
  })
  const failure = errorInstead(error, detail)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!detail) return <PageSkeleton />
  const { statement, content } = detail
  return (
    <>
      <PageHeader title={asTitle(monthWords(intl, statement.month))} note={statement.group}>
        <Group gap="xs">
          <StatementState statement={statement} />
          <Download statement={statement} format="pdf" isMain />
          <Download statement={statement} format="csv" />
        </Group>
      </PageHeader>
      {statement.superseded_by !== null && (
        <Alert icon={<IconInfoCircle aria-hidden />} mb="md">
          {t('statement.superseded_note')}{' '}
          <Link
            to="/dashboard/devices/completeness/statements/$statement_reference"
            params={{ statement_reference: statement.superseded_by }}
          >
            {t('statement.open_latest')}
          </Link>
        </Alert>
      )}
      <DetailColumns
        isFactsFirst
        main={
          <Stack gap="md">
            <StatementSays content={content} />
            <HowToVerify statement={statement} />
          </Stack>
        }
        side={<About statement={statement} />}
      />
    </>
  )
}

interface DownloadProps {
  statement: CompletenessStatement
  format: StatementFormat
  isMain?: boolean
}

const Download = ({ statement, format, isMain = false }: DownloadProps) => {
  const t = useText()
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void downloadStatement(statement, format)}
    >
      {t(`statement.download_${format}`)}
    </Button>
  )
}

const About = ({ statement }: { statement: CompletenessStatement }) => {
  const t = useText()
  const { statement_reference, created_at, created_by, key_id, pdf_sha256, csv_sha256, locale } = statement
  return (
    <Panel>
      <Facts
        title={t('statement.about')}
        facts={[
          { label: t('statement.created_at'), value: <Moment time={created_at} /> },
          { label: t('statement.created_by'), value: <Colleague author={created_by} /> },
          { label: t('statement.language'), value: t(`statement.locale_${locale}`) },
          { label: t('statement.reference'), value: statement_reference, copy: statement_reference },
          { label: t('statement.pdf_sha256'), value: pdf_sha256, copy: pdf_sha256 },
          { label: t('statement.csv_sha256'), value: csv_sha256, copy: csv_sha256 },
          { label: t('statement.key'), value: key_id, copy: key_id },
        ]}
      />
    </Panel>
  )
}

const HowToVerify = ({ statement }: { statement: CompletenessStatement }) => {
  const t = useText()
  const name = (format: StatementFormat) => statementFileName(statement, format)
  const keys = `${location.origin}/api/admin/v1/${session.state().client}/completeness/statement_keys`
  return (
    <Panel title={t('statement.verify')}>
      <Stack gap="sm">
        <Text size="sm">{t('statement.verify_body')}</Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {`openssl pkeyutl -verify -pubin -inkey ${name('key')} -rawin -in ${name('manifest')} -sigfile ${name('signature')}\n`}
          {`openssl dgst -sha256 -r ${name('pdf')} ${name('csv')}`}
        </Code>
        <Text size="sm">{t('statement.verify_then')}</Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('statement.verify_key', { key_id: statement.key_id })}{' '}
          <Anchor href={keys} inherit>
            {keys}
          </Anchor>
        </Text>
        <Group gap="xs">
          {(['manifest', 'signature', 'key'] as const).map((format) => (
            <Download key={format} statement={statement} format={format} />
          ))}
        </Group>
      </Stack>
    </Panel>
  )
}
