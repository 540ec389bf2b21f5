import type { ImportedFrom, Payload, PayloadAudit } from '@holdfast/contract'
import { displayText, durationSeconds } from '@holdfast/words'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { NamedColleague } from '../../../shared/found/named-person.tsx'
import { useFindText, useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { usePayloadAudit } from '../payload-queries.ts'
import { RemovedBy } from '../retention/removed-by.tsx'
import classes from './payload-audit-panel.module.css'
import { PlayedStretches } from './played-stretches.tsx'
import { ReceiptList } from './receipt-list.tsx'
import { recordInWords } from './record-in-words.ts'

type AuditRecord = PayloadAudit['records'][number]

const Actor = ({ record: { portal_user: person, actor_kind: kind, actor } }: { record: AuditRecord }) => {
  const t = useText()
  if (person) return <NamedColleague reference={person} />
  if (kind === 'system') return t('audit.system')
  if (kind === 'device') return t('audit.device', { name: actor })
  return kind === 'client_app' ? t('audit.app', { name: actor.replace(/^app\//, '') }) : actor
}

/** Where a legacy recording came from, as its source says it. */
const Imported = ({ from }: { from: ImportedFrom }) => {
  const t = useText()
  const { file_name, row_number, content_sha256, source } = from
  const file = displayText(file_name ?? '')
  return (
    <>
      {file_name && (
        <p className={classes.note}>
          {t('custody.imported_from', { file, row: row_number ?? '', source: displayText(source) })}
        </p>
      )}
      {content_sha256 && <p className={classes.note}>{t('custody.imported_sha256', { sha256: content_sha256 })}</p>}
    </>
  )
}

/** Who played or changed the recording, and who confirmed its receipt; latest first. */
export const PayloadAuditPanel = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const findText = useFindText()
  const [isEverything, setEverything] = useState(false)
  const { data, error, refetch, ...pages } = usePayloadAudit(payload.payload_reference, isEverything)
  const failure = errorInstead(error, data)
  if (failure) {
    return (
      <Panel title={t('audit.title')}>
        <ErrorState error={failure} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!data) {
    return (
      <Panel title={t('audit.title')}>
        <Stack gap="xs">
          <Skeleton height={18} />
          <Skeleton height={18} />
        </Stack>
      </Panel>
    )
  }
  const records = data.pages.flatMap((page) => page.records)
  const receipts = data.pages[0]?.receipts ?? []
  return (
    <Panel
      title={t('audit.title')}
      action={
        <Button size="compact-xs" variant="default" onClick={() => setEverything(!isEverything)}>
          {t(isEverything ? 'audit.people' : 'audit.everything')}
        </Button>
      }
    >
      {records.length === 0 && <p className={classes.none}>{t('audit.empty')}</p>}
      <ul className={classes.records}>
        {records.map((record, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two records may be alike in all but their place
          <li key={`${record.time}-${index}`} className={classes.record}>
            <span className={classes.who}>
              <Actor record={record} />
            </span>
            <span>{recordInWords(record, findText)}</span>
            <span className={classes.time}>
              <Moment time={record.time} withSeconds />
            </span>
            {record.reason !== null && (
              <p className={classes.note}>{t('audit.reason', { reason: displayText(record.reason) })}</p>
            )}
            {record.imported && <Imported from={record.imported} />}
            {record.retention && <RemovedBy retention={record.retention} />}
            {record.played && <PlayedStretches played={record.played} seconds={durationSeconds(payload)} />}
          </li>
        ))}
      </ul>
      <ShowMore
        list={{
          hasMore: pages.hasNextPage,
          isLoadingMore: pages.isFetchingNextPage,
          loadMore: () => void pages.fetchNextPage(),
        }}
        mt="xs"
      />
      <h3 className={classes.receipts}>{t('audit.receipts')}</h3>
      <ReceiptList receipts={receipts} />
    </Panel>
  )
}
