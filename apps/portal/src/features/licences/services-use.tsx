import type { LicenceUse } from '@holdfast/contract'
import { Progress, Table, VisuallyHidden } from '@mantine/core'
import { FormattedDate, FormattedNumber } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { isUnlimited } from '../../shared/licences/expected-licences.ts'
import { none } from '../../shared/list/fields.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { highShare, isNotLicensed, shareOf } from './nearest-limit.ts'

const Use = ({ use }: { use: LicenceUse }) => {
  const t = useText()
  const { service, used, limit } = use
  if (isUnlimited(limit) || isNotLicensed(use)) return null
  const share = shareOf(use)
  const colour = share >= 1 ? 'red' : share >= highShare ? 'yellow' : undefined
  const label = t('licences.used_of', { used, limit })
  return (
    <Progress
      value={Math.round(Math.min(1, share) * 100)}
      size="sm"
      {...(colour && { color: colour })}
      aria-label={`${t(`service.${service}`)}: ${label}`}
    />
  )
}

const Outlook = ({ use }: { use: LicenceUse }) => {
  const t = useText()
  const { used, limit, exhausted_on } = use
  if (isUnlimited(limit)) return none
  if (isNotLicensed(use)) return t('licences.not_licensed')
  if (used > limit) return <Badge tone="bad">{t('licences.over', { count: used - limit })}</Badge>
  if (used === limit) return <Badge tone="warn">{t('licences.all_in_use')}</Badge>
  if (exhausted_on === null) return t('licences.not_foreseen')
  return <FormattedDate value={exhausted_on} dateStyle="medium" timeZone="UTC" />
}

/** A row a service: licences in use, the limit, and when it will be reached. A phone shows no share and no expected devices. */
export const ServicesUse = ({ use }: { use: readonly LicenceUse[] }) => {
  const t = useText()
  return (
    <Panel title={t('licences.now')}>
      <Table.ScrollContainer minWidth={280} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm" tabularNums>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('licences.service')}</Table.Th>
              <Table.Th ta="end">{t('licences.used')}</Table.Th>
              <Table.Th ta="end">{t('licences.limit')}</Table.Th>
              <Table.Th w="30%" visibleFrom="sm">
                <VisuallyHidden>{t('licences.share')}</VisuallyHidden>
              </Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                {t('licences.expected')}
              </Table.Th>
              <Table.Th ta="end">{t('licences.exhausted_on')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {use.map((one) => (
              <Table.Tr key={one.service}>
                <Table.Th scope="row" fw={480}>
                  {t(`service.${one.service}`)}
                </Table.Th>
                <Table.Td ta="end">
                  <FormattedNumber value={one.used} />
                </Table.Td>
                <Table.Td ta="end">
                  {isUnlimited(one.limit) ? t('licences.no_limit') : <FormattedNumber value={one.limit} />}
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Use use={one} />
                </Table.Td>
                <Table.Td ta="end" visibleFrom="sm">
                  <FormattedNumber value={one.expected} />
                </Table.Td>
                <Table.Td ta="end">
                  <Outlook use={one} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  )
}
