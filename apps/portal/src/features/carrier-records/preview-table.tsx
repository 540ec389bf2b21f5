import type { CarrierPreview } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { DurationText } from './duration-text.tsx'
import classes from './preview-table.module.css'
import { ProblemsText } from './problems-text.tsx'

/** What the first rows say, and the first that would be refused, beside what is in the file. */
export const PreviewTable = ({ preview: { rows } }: { preview: CarrierPreview }) => {
  const t = useText()
  return (
    // The table is wider than a phone.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('carrier.preview')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('carrier.row')}</th>
            <th scope="col">{t('carrier.begin')}</th>
            <th scope="col">{t('carrier.own_number')}</th>
            <th scope="col">{t('carrier.other_number')}</th>
            <th scope="col">{t('carrier.kind')}</th>
            <th scope="col">{t('carrier.direction')}</th>
            <th scope="col">{t('carrier.duration')}</th>
            <th scope="col">{t('carrier.in_file')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PreviewRow key={row.row_number} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const PreviewRow = ({ row }: { row: CarrierPreview['rows'][number] }) => {
  const t = useText()
  const { row_number, record, problems, is_ignored, cells } = row
  const inFile = cells.join(' | ')
  return (
    <tr>
      <td className="numeric">{row_number}</td>
      {record ? (
        <>
          <td>
            <Moment time={record.begun_at} withSeconds />
            {record.is_time_ambiguous && <Badge tone="warn">{t('carrier.twice')}</Badge>}
          </td>
          <td className="numeric">{record.own_number}</td>
          <td className="numeric">{record.other_number ?? t('carrier.withheld')}</td>
          <td>{t(`carrier.type_${record.record_type}`)}</td>
          <td>{record.direction ? t(`carrier.direction_${record.direction}`) : '–'}</td>
          <td>
            <DurationText seconds={record.duration_s} />
          </td>
        </>
      ) : (
        <td colSpan={6} className={classes.problems}>
          <Badge tone={is_ignored ? 'neutral' : 'bad'}>
            {t(is_ignored ? 'carrier.result_ignored' : 'carrier.result_refused')}
          </Badge>{' '}
          {!is_ignored && <ProblemsText problems={problems} />}
        </td>
      )}
      <td className={classes.cells} title={inFile}>
        <bdi>{inFile}</bdi>
      </td>
    </tr>
  )
}
