import { calls } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { FormPage } from '../../shared/forms/form-page.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useCan } from '../../shared/session/profile.ts'
import { NoAccess } from '../../shared/ui/no-access.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { AppForm } from './app-form.tsx'

const DeleteApp = ({ app_reference }: { app_reference: string }) => {
  const t = useText()
  const navigate = useNavigate()
  const deleting = useSave({
    call: calls.deleteApp,
    onSaved: () => {
      notice(text('form.deleted'), app_reference)
      void navigate({ to: '/dashboard/account/apps' })
    },
  })
  return (
    <Panel title={t('apps.delete')}>
      <Stack align="flex-start">
        {t('apps.delete_hint')}
        <Refusal refusal={deleting.refusal} />
        <ConfirmButton
          variant="default"
          label={t('form.delete')}
          title={t('apps.delete_title', { app: app_reference })}
          body={t('apps.delete_body')}
          typed={app_reference}
          isBusy={deleting.isSaving}
          onConfirm={() => deleting.save({ params: { app_reference } })}
        />
      </Stack>
    </Panel>
  )
}

/** One client app, or a new one. */
export default function AppPage() {
  const t = useText()
  const can = useCan()
  const { app_reference: reference } = useParams({ strict: false })
  const loaded = useLoaded(calls.getApp, reference === undefined ? null : { app_reference: reference })
  const isReadOnly = !can('apps:write')
  if (reference === undefined && isReadOnly) return <NoAccess action="apps:write" />
  return (
    <FormPage reference={reference} loaded={loaded}>
      {(app) => (
        <>
          <PageHeader title={app?.app_reference ?? t('apps.new')} />
          <Stack maw={720} gap="md">
            <AppForm app={app} isReadOnly={isReadOnly} />
            {app && !isReadOnly && <DeleteApp app_reference={app.app_reference} />}
          </Stack>
        </>
      )}
    </FormPage>
  )
}
