import type { Group } from '@holdfast/contract'
import { Table } from '@mantine/core'
import { useIntl } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

export const GroupFacts = ({ group: { group_reference, stats, updated_at, updated_by } }: { group: Group }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Panel>
      <Facts
        title={t('groups.about')}
        facts={[
          { label: t('groups.reference'), value: group_reference, copy: group_reference },
          { label: t('groups.device_users'), value: intl.formatNumber(stats.device_users) },
          { label: t('groups.expected_devices'), value: intl.formatNumber(stats.expected_devices) },
          { label: t('groups.actual_devices'), value: intl.formatNumber(stats.actual_devices) },
          { label: t('detail.updated_by'), value: updated_by && <Colleague author={updated_by} /> },
          { label: t('detail.updated_at'), value: <Moment time={updated_at} /> },
        ]}
      />
    </Panel>
  )
}

/** Licences, devices and people of a group, by service. */
export const GroupServices = ({ group: { stats } }: { group: Group }) => {
  const t = useText()
  const intl = useIntl()
  if (stats.services.length === 0) return null
  return (
    <Panel title={t('groups.services')}>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm" tabularNums>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('groups.service')}</Table.Th>
              <Table.Th ta="end">{t('groups.used_licenses')}</Table.Th>
              <Table.Th ta="end">{t('groups.expected_devices')}</Table.Th>
              <Table.Th ta="end">{t('groups.active_devices')}</Table.Th>
              <Table.Th ta="end">{t('groups.active_users')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stats.services.map(({ service, used_licenses, expected_devices, active_devices, active_users }) => (
              <Table.Tr key={service}>
                <Table.Th scope="row" fw={480}>
                  {t(`service.${service}`)}
                </Table.Th>
                {[used_licenses, expected_devices, active_devices, active_users].map((count, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                  <Table.Td key={column} ta="end">
                    {intl.formatNumber(count)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  )
}
