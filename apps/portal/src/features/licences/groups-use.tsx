import { calls, type Group, type ServiceName } from '@holdfast/contract'
import { Anchor, Skeleton, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedNumber } from 'react-intl'
import { addressOf } from '../../shared/access/addresses.ts'
import { useText } from '../../shared/i18n/text.ts'
import { ShowMore } from '../../shared/list/show-more.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

const everything = {}

const usedBy = ({ stats }: Group, service: ServiceName): number =>
  stats.services.find((one) => one.service === service)?.used_licenses ?? 0

/** Which groups use the licences, of those that the person may see. */
export const GroupsUse = ({ services }: { services: readonly ServiceName[] }) => {
  const t = useText()
  const groups = useList({ call: calls.listGroups, filter: everything })
  const { rows, isLoading, error, reload } = groups
  if (services.length === 0) return null
  return (
    <Panel title={t('licences.by_group')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height={160} />}
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
          <Table fz="sm" tabularNums>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('field.group')}</Table.Th>
                {services.map((service) => (
                  <Table.Th key={service} ta="end">
                    {t(`service.${service}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((group) => (
                <Table.Tr key={group.group_reference}>
                  <Table.Th scope="row" fw={480}>
                    <Anchor
                      size="sm"
                      renderRoot={(props) => (
                        <Link {...props} to={addressOf('groups', group.group_reference) as never} />
                      )}
                    >
                      {group.group_reference}
                    </Anchor>
                  </Table.Th>
                  {services.map((service) => (
                    <Table.Td key={service} ta="end">
                      <FormattedNumber value={usedBy(group, service)} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <ShowMore list={groups} />
    </Panel>
  )
}
