import { calls } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'
import { Facts } from '../ui/facts.tsx'
import { addressOfMatter } from './matter-address.ts'

/** The open matters that a recording is in, for people who may open them. */
export const InMatters = ({ payloadReference }: { payloadReference: string }) => {
  const t = useText()
  const isEnabled = useCan()('matters:read')
  const filter = useMemo(() => ({ payload_reference: payloadReference, is_open: true }), [payloadReference])
  const { rows } = useList({ call: calls.listMatters, filter, portalReads: 'all_pages', isEnabled })
  return (
    <Facts
      title={t('matters.in_matters')}
      facts={rows.map(({ matter_reference, title }) => ({
        label: matter_reference,
        value: (
          <Anchor inherit renderRoot={(props) => <Link {...props} to={addressOfMatter(matter_reference)} />}>
            <bdi>{title}</bdi>
          </Anchor>
        ),
      }))}
    />
  )
}
