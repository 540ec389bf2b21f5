import { type AccessRequest, calls } from '@holdfast/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useScreenOf } from '../../shared/access-requests/use-screen-of.ts'
import { wantedOf } from '../../shared/access-requests/wanted.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** One's own request: withdrawn while it waits; the way to what was asked for while it is approved. */
export const OwnRequest = ({ request }: { request: AccessRequest }) => {
  const t = useText()
  const screenOf = useScreenOf()
  const { access_request_reference, state, is_in_force, is_hidden } = request
  const withdrawing = useSave({
    call: calls.withdrawAccessRequest,
    changes: [calls.listAccessRequests],
    onSaved: () => notice(text('access_requests.state_withdrawn'), text(`action.${request.action}`)),
  })
  if (state === 'waiting') {
    return (
      <Panel title={t('access_requests.own')}>
        <Stack>
          <Text size="sm">{t('access_requests.own_hint')}</Text>
          <Refusal refusal={withdrawing.refusal} />
          <Group>
            <Button
              variant="default"
              loading={withdrawing.isSaving}
              onClick={() => withdrawing.save({ params: { access_request_reference } })}
            >
              {t('access_requests.withdraw')}
            </Button>
          </Group>
        </Stack>
      </Panel>
    )
  }
  const screen = is_hidden ? null : screenOf(wantedOf(request))
  if (!is_in_force) return null
  return (
    <Panel title={t('access_requests.own')}>
      <Stack>
        <Text size="sm">{t('access_requests.in_force')}</Text>
        {screen !== null && (
          <Group>
            <LinkButton to={screen}>{t('access_requests.go_there')}</LinkButton>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}
