import { calls, type TelemetryApplication } from '@holdfast/contract'
import { Button, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import classes from './device-telemetry.module.css'

interface DeviceApplicationsProps {
  params: { device_reference: string }
  count: number
}

/** The applications of the latest report. There can be thousands, so they are read when somebody asks for them, and as they scroll. */
export const DeviceApplications = ({ params, count }: DeviceApplicationsProps) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.history}>
      <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('telemetry.show_applications', { count })}
      </Button>
      {isOpen && <Applications params={params} />}
    </div>
  )
}

const rowPx = 44
const afterTypingMs = 250

const Applications = ({ params }: Pick<DeviceApplicationsProps, 'params'>) => {
  const t = useText()
  const intl = useIntl()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), afterTypingMs)
  const filter = useMemo(() => (search ? { search } : {}), [search])
  const list = useList({ call: calls.listTelemetryApplications, params, filter, pageRows: 100 })
  return (
    <>
      <TextInput
        mt="xs"
        size="sm"
        label={t('telemetry.find_application')}
        value={typed}
        maxLength={255}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p className={classes.none} role="status">
        {list.total !== undefined && t('telemetry.found', { count: list.total, shown: intl.formatNumber(list.total) })}
      </p>
      {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loader size="sm" />}
      <Rows rows={list.rows} hasMore={list.hasMore} onEnd={list.loadMore} />
    </>
  )
}

interface RowsProps {
  rows: readonly TelemetryApplication[]
  hasMore: boolean
  onEnd: () => void
}

const Rows = ({ rows, hasMore, onEnd }: RowsProps) => {
  const t = useText()
  const intl = useIntl()
  const box = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 6,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && rows.length > 0 && last >= rows.length - 10) onEnd()
  }, [hasMore, last, rows.length, onEnd])
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it.
    <section ref={box} className={classes.applications} tabIndex={0} aria-label={t('telemetry.applications')}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const application = rows[index]
          if (!application) return null
          const { simple_name, package_name, app_version, size, is_system_app } = application
          return (
            <li
              key={index}
              className={classes.application}
              style={{ height: rowPx, transform: `translateY(${start}px)` }}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
            >
              <bdi title={simple_name}>{simple_name || package_name}</bdi>
              <bdi className={classes.package} title={package_name}>
                {package_name}
              </bdi>
              <span className={classes.package}>{is_system_app ? t('telemetry.system_app') : app_version}</span>
              <span className={classes.size}>{size === null ? '–' : byteSize(intl, size)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
