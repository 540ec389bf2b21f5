import type { LicenceUse } from '@holdfast/contract'
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { isUnlimited } from '../../shared/licences/expected-licences.ts'
import { BarTable } from '../../shared/ui/bar-table.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** The most licences of a service that were in use at a time, month by month, the latest first. Begins with the first service. */
export const MonthsUse = ({ use }: { use: readonly LicenceUse[] }) => {
  const t = useText()
  const intl = useIntl()
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = use.find(({ service }) => service === chosen) ?? use[0]
  if (!shown) return null
  const nameOf = (month: string) => intl.formatDate(month, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Panel title={t('licences.by_month')}>
      <Select
        label={t('licences.service')}
        maw={240}
        mb="sm"
        allowDeselect={false}
        data={use.map(({ service }) => ({ value: service, label: t(`service.${service}`) }))}
        value={shown.service}
        onChange={setChosen}
      />
      {!isUnlimited(shown.limit) && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('licences.limit_line', { limit: shown.limit })}
        </Text>
      )}
      <BarTable
        label={t('licences.by_month')}
        head={[t('licences.month'), t('licences.most_used')]}
        {...(!isUnlimited(shown.limit) && { mark: shown.limit })}
        rows={shown.months.toReversed().map(({ month, used }) => ({ label: nameOf(month), value: used }))}
      />
    </Panel>
  )
}
