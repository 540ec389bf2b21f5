import { calls, type ShutOut } from '@holdfast/contract'
import { Alert, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api/client.ts'
import { type Networks, networksRule } from '../../shared/forms/networks.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useSession } from '../../shared/session/use-session.ts'

const pauseMs = 400
const mostShown = 20

/** Before new networks are saved: who used the account in the last 30 days and would be shut out. */
export const ShutOutPreview = ({ ranges, held }: { ranges: Networks; held: Networks }) => {
  const t = useText()
  const { client } = useSession()
  const [settled] = useDebouncedValue(JSON.stringify(ranges), pauseMs)
  const asked = JSON.parse(settled) as string[] | null
  const isOther = asked !== null && settled !== JSON.stringify(held) && networksRule(asked) === null
  const { data, isError } = useQuery({
    queryKey: ['shut-out', client, settled],
    queryFn: ({ signal }) =>
      callApi(calls.previewAccountLimit, { body: { cidr_ranges: asked }, signal, isQuiet: true }),
    meta: { failure: 'in_place' },
    enabled: isOther,
    staleTime: 0,
  })
  if (!isOther) return null
  if (isError) return <Alert color="red">{t('settings.shut_out_unknown')}</Alert>
  if (!data) return <Text size="sm">{t('settings.shut_out_looking')}</Text>
  if (data.total === 0) return <Text size="sm">{t('settings.shut_out_nobody')}</Text>
  return (
    <Alert
      color="yellow"
      icon={<IconUserOff aria-hidden />}
      title={t('settings.shut_out', { count: data.total })}
      role="status"
    >
      <Text size="sm">{t('settings.shut_out_hint')}</Text>
      <List size="sm" mt="xs">
        {data.shut_out.slice(0, mostShown).map((one) => (
          <List.Item key={`${one.kind} ${one.reference}`}>
            <Who one={one} />
          </List.Item>
        ))}
      </List>
      {data.total > mostShown && (
        <Text size="sm" mt="xs">
          {t('settings.shut_out_more', { count: data.total - mostShown })}
        </Text>
      )}
    </Alert>
  )
}

const Who = ({ one }: { one: ShutOut }) => {
  const t = useText()
  const addresses = one.addresses.join(', ')
  const name = one.kind === 'client_app' ? t('settings.shut_out_app', { name: one.display_name }) : one.display_name
  return (
    <>
      <strong>{name}</strong> {addresses}
      {one.is_seen_inside && ` – ${t('settings.shut_out_inside_too')}`}
    </>
  )
}
