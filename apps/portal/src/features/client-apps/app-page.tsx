import { calls } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { GrantNotice } from '../../shared/access/grant-notice.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { FormPage } from '../../shared/forms/form-page.tsx'
import { prefetchLoaded, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { AppForm } from './app-form.tsx'

export const prefetch = prefetchLoaded(calls.getApp)

/** One client app, or a new one. */
export default function AppPage() {
  const t = useText()
  const { app_reference: reference } = useParams({ strict: false })
  const loaded = useLoaded(calls.getApp, reference === undefined ? null : { app_reference: reference })
  useGranting('apps') // fetched at the same time as the app
  return (
    <FormPage reference={reference} loaded={loaded} action="apps:write">
      {(app, isReadOnly) => (
        <>
          <PageHeader title={app?.app_reference ?? t('apps.new')} />
          <Stack maw={720} gap="md">
            <GrantNotice edited="apps">
              <AppForm app={app} isReadOnly={isReadOnly} />
              {app && !isReadOnly && (
                <DeletePanel
                  noun="apps"
                  name={app.app_reference}
                  isTyped
                  call={calls.deleteApp}
                  changes={[calls.listApps, calls.listRoles]}
                  input={{ params: { app_reference: app.app_reference } }}
                />
              )}
            </GrantNotice>
          </Stack>
        </>
      )}
    </FormPage>
  )
}
